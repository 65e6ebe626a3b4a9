import {
  type ConsentConfig,
  type ConsentStore,
  createConsentStore,
  emitConsentModeUpdate,
} from '@permesso/consent-core';
import type { PagePayload } from '../head/payload.ts';
import { inertConfig } from './inert.ts';
import { adoptStore, page } from './page.ts';
import { withPart } from './parts.ts';
import { reflect } from './reflect.ts';
import { hasUnsent, stash } from './unsent.ts';

/** Whether what the page says is made for its visitor; until then the built-in configuration is judged as opt-in. */
let known = false;

/** The store of this page: there is one, whatever bundle asks for it. */
export function pageStore(): ConsentStore {
  return page().store ?? createPageStore();
}

function createPageStore(): ConsentStore {
  const { facts } = page();
  const config = facts?.payload.config ?? inertConfig;
  const store = createConsentStore({
    config,
    gpc: facts?.gpc,
    record: (submission) => {
      stash(submission);
      sendStashed();
    },
  });
  adoptStore(store);
  cleanUp(store);
  if (hasUnsent(config.cookie.name)) sendStashed();
  store.onChange(() => emitConsentModeUpdate(store.config, (key) => store.has(key)));
  known = !facts?.payload.source;
  if (known) show(store);
  else void ask(store);
  return store;
}

function sendStashed(): void {
  withPart('records', (sendRecords) => sendRecords());
}

/** Removes what revoked trackers left behind; there from the first grant on, so that it is there in time. */
function cleanUp(store: ConsentStore): void {
  let attached = false;
  store.subscribe(({ decisions }) => {
    if (attached || !Object.values(decisions).includes(true)) return;
    attached = true;
    withPart('cleanup', (attachCleanup) => attachCleanup(store));
  });
}

/** Shows what the store says, from now on. */
function show(store: ConsentStore): void {
  known = true;
  let mounted = false;
  store.subscribe(() => {
    reflect(store);
    const { ui } = store.getState();
    // Opened by a call rather than a click; a dialog that is open already stays as it is.
    if (ui === 'preferences') withPart('preferences', (openPreferences) => openPreferences(store));
    if (mounted || ui !== 'banner') return;
    mounted = true;
    withPart('banner', (mountBanner) => mountBanner(store));
  });
}

/** Asks for the configuration of this visitor. Without an answer the built-in one stands, as opt-in. */
export async function ask(store: ConsentStore): Promise<void> {
  const config = await fetchConfig();
  if (config) {
    const before = JSON.stringify(store.getState().decisions);
    store.refresh(config);
    // What is granted may differ from what the head could tell.
    if (JSON.stringify(store.getState().decisions) !== before || store.getState().decidedAt !== null) {
      emitConsentModeUpdate(config, (key) => store.has(key));
    }
  }
  if (!known) show(store);
}

async function fetchConfig(): Promise<ConsentConfig | null> {
  const { facts, store } = page();
  const { source, base } = facts?.payload ?? {};
  const locale = store?.config.locale;
  const url = source ?? (base && `${base}/config${locale ? `?locale=${encodeURIComponent(locale)}` : ''}`);
  if (!url) return null;
  try {
    const response = await fetch(url, { headers: { accept: 'application/json' }, cache: 'no-cache' });
    const answer = (await response.json()) as PagePayload | ConsentConfig;
    // The site's route answers like the page's own JSON; the CMS with the configuration itself.
    return response.ok ? ('visitor' in answer ? answer.config : answer) : null;
  } catch {
    return null;
  }
}

/** Follows the configuration of the page that client-side navigation has put in place. */
export function follow(payload: PagePayload): void {
  const store = pageStore();
  const current = page();
  if (current.facts) current.facts.payload = payload;
  if (payload.visitor && payload.config) store.refresh(payload.config);
  else void ask(store);
}
