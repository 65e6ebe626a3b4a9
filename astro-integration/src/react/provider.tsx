import {
  attachCleanup,
  attachLoader,
  type ConsentConfig,
  type ConsentCookieV1,
  type ConsentStore,
  type ConsentStoreOptions,
  consentModeStateFrom,
  createConsentStore,
  createOutbox,
  emitConsentModeUpdate,
  type GpcSignal,
  type Outbox,
} from '@permesso/consent-core';
import { followConsentMode, keepingDraft, page, withPart } from '@permesso/consent-core/page';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { type Provided, ProvidedContext, viewOf } from './hooks.ts';

export interface ConsentProviderProps {
  /** The configuration. Without it, and without `configUrl`, the provider speaks for the page's own store. */
  config?: ConsentConfig;
  /** Where the configuration is fetched from once mounted; until it is there, nothing is granted. */
  configUrl?: string;
  /**
   * The cookie as the server saw it, null for none, so that the hooks know the visitor in the first render already.
   * Without it only what is required is granted until the provider is mounted; from then on the browser's own cookie
   * counts, which may be newer. Where Global Privacy Control can forbid something, say in `storeOptions.gpc` whether the
   * request had it; until it is known it counts as on.
   */
  initialCookie?: string | ConsentCookieV1 | null;
  /** For the script elements that the loader adds. */
  nonce?: string;
  /** Whether granted trackers are loaded; true by default. A page that has the integration's runtime loads them itself. */
  loadScripts?: boolean;
  storeOptions?: Partial<Omit<ConsentStoreOptions, 'config' | 'initialCookie'>>;
  children?: ReactNode;
}

/** Provides consent to the hooks and components below it. */
export function ConsentProvider(props: ConsentProviderProps) {
  const { initialCookie, nonce, children, storeOptions } = props;
  const { config, signal } = useConfig(props);
  const store = useStore(config, signal, props);
  // One that is known holds, whatever was given.
  const said = signal || storeOptions?.gpc;
  const gpc = said === undefined ? undefined : Boolean(said);
  const provided = useMemo<Provided | null>(() => {
    const known = config ?? store?.config;
    if (!known) return null;
    const initial = viewOf(known, initialCookie, gpc);
    return { config: known, nonce, store, initial };
  }, [config, store, nonce, initialCookie, gpc]);
  return <ProvidedContext.Provider value={provided}>{children}</ProvidedContext.Provider>;
}

/** A configuration, and the signal that is known to the site which was asked for it. */
interface Known {
  config: ConsentConfig | null;
  signal: GpcSignal;
}

const NOTHING: Known = { config: null, signal: false };

/** The configuration at hand; a new object of the same content is the same. */
function useConfig({ config, configUrl }: ConsentProviderProps): Known {
  const [fetched, setFetched] = useState(NOTHING);
  const text = config && JSON.stringify(config);
  const given = useMemo(() => (text ? (JSON.parse(text) as ConsentConfig) : null), [text]);
  useEffect(() => {
    if (given || !configUrl) return;
    const request = new AbortController();
    fetchConfig(configUrl, request.signal).then(setFetched, () => {
      // Without a configuration nothing is granted (C1); the next mount asks again.
    });
    return () => request.abort();
  }, [given, configUrl]);
  return given ? { config: given, signal: false } : fetched;
}

async function fetchConfig(url: string, signal: AbortSignal): Promise<Known> {
  const response = await fetch(url, { headers: { accept: 'application/json' }, signal });
  const answer = await response.json();
  // A site's own route wraps the configuration; the CMS sends it as it is.
  const { config, gpc } = 'visitor' in answer ? answer : { config: answer, gpc: false };
  return response.ok && Array.isArray(config?.categories)
    ? { config, signal: gpc === 'account' || gpc === true ? gpc : false }
    : NOTHING;
}

/** The store, from mounting to unmounting. */
function useStore(
  config: ConsentConfig | null,
  signal: GpcSignal,
  props: ConsentProviderProps,
): ConsentStore | null {
  const { nonce, loadScripts = true, storeOptions } = props;
  const ofPage = !props.config && !props.configUrl;
  const [store, setStore] = useState<ConsentStore | null>(null);
  const [first] = useState(storeOptions);
  const mountable = ofPage || config !== null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same store judges a changed configuration, below.
  useEffect(() => {
    if (!mountable) return;
    if (ofPage) return followPage(setStore);
    const outbox = outboxFor(config!);
    const own = createConsentStore({
      config: config!,
      record: (submission) => outbox.push(submission),
      ...first,
      ...(signal && { gpc: first?.gpc === true || signal }),
    });
    const stop = page().facts || !loadScripts ? () => {} : serve(own, nonce);
    setStore(own);
    return () => {
      stop();
      own.destroy();
      outbox.destroy();
      setStore(null);
    };
  }, [mountable, ofPage, loadScripts, nonce, first, signal]);

  useEffect(() => {
    if (!store || !config || ofPage || store.config === config) return;
    keepingDraft(store, () => store.refresh(config));
  }, [store, config, ofPage]);
  return store;
}

/** The page's own store, which the page may not have needed until now, and may not even have started yet. */
function followPage(use: (store: ConsentStore) => void): () => void {
  const { listeners } = page();
  const adopt = () => {
    const { store } = page();
    if (!store) return;
    stop();
    use(store);
  };
  const wake = () => {
    // Nobody to wake on a page without the integration: there is nothing to speak for.
    if (!page().store && page().files) withPart('consent', ({ startStore }) => void startStore());
  };
  const stop = () => {
    listeners.delete(adopt);
    document.removeEventListener('DOMContentLoaded', wake);
  };
  listeners.add(adopt);
  document.addEventListener('DOMContentLoaded', wake);
  adopt();
  wake();
  return stop;
}

/** Where no runtime of the integration is at work, the provider loads, cleans up and tells Consent Mode. */
function serve(store: ConsentStore, nonce: string | undefined): () => void {
  // A script in the head that was not given the cookie could not tell of the stored choice.
  if (store.getState().decidedAt !== null) emitConsentModeUpdate(store.config, store.has);
  const signals = () =>
    store.config.consentMode.enabled
      ? consentModeStateFrom(store.config.categories, store.has, store.config)
      : null;
  const stops = [
    // Before the loader listens: the update stands before whatever the tags push.
    followConsentMode(store, signals),
    attachLoader(store, store.config.trackers, { nonce }),
    attachCleanup(store),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Sends records to the endpoint that the configuration names, through the queue that all stores of a cookie share. */
function outboxFor({ recording, cookie }: ConsentConfig): Outbox {
  return createOutbox({
    name: cookie.name,
    send: async (submission, signal) => {
      const body = JSON.stringify(submission);
      const headers = { 'content-type': 'application/json' };
      return (await fetch(recording.endpoint, { method: 'POST', headers, body, keepalive: true, signal }))
        .status;
    },
  });
}
