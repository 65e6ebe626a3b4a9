import type { PagePayload } from '@permesso/consent-core';
import {
  type ConsentConfig,
  type ConsentCookieV1,
  type ConsentStore,
  type ConsentStoreOptions,
  createConsentStore,
  decodeConsentCookie,
  emitConsentModeDefault,
  encodeConsentCookie,
  hasUnsent,
  inertConfig,
  keepUnsent,
  newestConsent,
  readConsentCookie,
  type StorageAdapter,
} from '@permesso/consent-core';
import { adoptStore } from './adopt.ts';
import { askConfig, judgeBy } from './config.ts';
import { followConsentMode } from './consent-mode.ts';
import { openPreferences } from './open.ts';
import { page } from './page.ts';
import { pageCookie } from './page-cookie.ts';
import { withPart } from './parts.ts';
import { releaseConfig, whenShown } from './pending.ts';
import { reflect } from './reflect.ts';

/** The store of this page: there is one, whatever bundle asks for it. */
export function pageStore(): ConsentStore {
  return page().store ?? createPageStore();
}

function createPageStore(): ConsentStore {
  const { facts } = page();
  const config = facts?.payload.config ?? inertConfig();
  const storage = pageCookie(config);
  const overtaken = facts ? overtakenRefusal(storage, config) : null;
  const options: ConsentStoreOptions = {
    config,
    storage,
    gpc: facts?.gpc,
    // As the head judged it: what was decided since, here or in another tab, is news to all who listen.
    initialCookie: overtaken?.older ?? (facts && (facts.judged.cookie ?? datedAhead(config))),
    record: (submission) => {
      keepUnsent(config.cookie.name, submission, storage.read());
      // A signal is recorded before there is a store to speak of (C11): then it is sent below.
      if (page().store) sendUnsent();
    },
  };
  const store = createConsentStore(options);
  if (overtaken) {
    storage.write(encodeConsentCookie(overtaken.refusal), config.cookie);
    // Of the two the store now knows which is the older one: should that come once more, it does not hold.
    store.refresh();
  }
  // With its facts unreadable the head has told Consent Mode nothing: then everything is denied (C1).
  if (!facts) emitConsentModeDefault(config, store.has);
  // Before those who load tags listen.
  followConsentMode(store);
  cleanUp(store);
  // Before it speaks for the page: preferences that are open keep what was toggled since the last decision.
  whenShown(() => store.refresh());
  adoptStore(store);
  if (hasUnsent(config.cookie.name)) sendUnsent();
  whenShown(() => {
    // Until the visitor is known the built-in configuration is judged as opt-in, and nothing is shown.
    if (facts?.payload.source) {
      ask(store, () => show(store));
      return;
    }
    releaseConfig(store, (config) => judgeBy(store, config));
    show(store);
  });
  return store;
}

/**
 * A refusal that an earlier page was left with before it was recorded, and the older decision that the cookie shows in its
 * place, since the answer to that one's record came late. Null where the cookie is the newest decision.
 */
function overtakenRefusal(storage: StorageAdapter, { cookie: { name }, enabled }: ConsentConfig) {
  const older = decodeConsentCookie(storage.read());
  const refusal = older && newestConsent(`${name}=${encodeConsentCookie(older)}`, name);
  if (!enabled || !refusal || encodeConsentCookie(refusal) === encodeConsentCookie(older)) return null;
  return { older, refusal };
}

/** The cookie of a clock that ran ahead: no decision, but what it refuses stays refused (C3). */
function datedAhead({ cookie: { name } }: ConsentConfig): ConsentCookieV1 | null {
  const cookie = readConsentCookie(document.cookie, name);
  return cookie && cookie.t > Date.now() / 1000 ? cookie : null;
}

/** Asks who the visitor is. */
function ask(store: ConsentStore, then?: () => void): void {
  void askConfig(store).then(then);
}

function sendUnsent(): void {
  withPart('records', (sendRecords) => sendRecords(pageStore()));
}

/** Removes what revoked trackers left behind; asked for with the first grant, and told what it has missed. */
function cleanUp(store: ConsentStore): void {
  let attached = false;
  store.subscribe(({ decisions: granted }) => {
    if (attached || !Object.values(granted).includes(true)) return;
    attached = true;
    withPart('cleanup', (attachCleanup) => {
      const onChange: ConsentStore['onChange'] = (listener) => {
        const { decisions, source } = store.getState();
        listener(decisions, granted, source);
        return store.onChange(listener);
      };
      attachCleanup(Object.assign(Object.create(store) as ConsentStore, { onChange }));
    });
  });
}

/** Shows what the store says, from now on. */
function show(store: ConsentStore): void {
  let mounted = false;
  store.subscribe(({ ui, needsReload }, before) => {
    reflect(store);
    if (needsReload && before?.ui === 'preferences') withPart('reload', (offer) => offer(store));
    // Opened by a call rather than a click; a dialog that is open already stays as it is.
    if (ui === 'preferences') openPreferences();
    if (mounted || ui !== 'banner') return;
    mounted = true;
    withPart('answer', ({ attachBanner }) => attachBanner());
    withPart('banner', (mountBanner) => mountBanner(store));
  });
}

/** How long a page that client-side navigation leads to waits for its visitor's configuration, in milliseconds. */
const PATIENCE = 2000;

/**
 * Follows the configuration of the page that client-side navigation is about to put in place. One that does not know its
 * visitor waits for the answer, and goes on by what holds where there is none.
 */
export async function follow(payload: PagePayload): Promise<void> {
  // By what holds until now: what ran by it stays granted unless the new one says otherwise.
  const store = pageStore();
  const { facts } = page();
  if (facts) {
    facts.payload = payload;
    facts.gpc ||= payload.gpc;
  }
  if (payload.visitor && payload.config) judgeBy(store, payload.config);
  else await Promise.race([askConfig(store), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
}
