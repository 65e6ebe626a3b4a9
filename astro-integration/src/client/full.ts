import {
  attachCleanup,
  type ConsentConfig,
  type ConsentStore,
  createConsentStore,
  createOutbox,
  emitConsentModeUpdate,
  type RecordSubmission,
} from '@permesso/consent-core';
import type { PagePayload } from '../head/payload.ts';
import { inertConfig } from './inert.ts';
import { adoptStore, page } from './page.ts';
import { reflect } from './reflect.ts';

/** Whether what the page says is made for its visitor; until then the built-in configuration is judged as opt-in. */
let known = false;

/** The store of this page: there is one, whatever bundle asks for it. */
export function pageStore(): ConsentStore {
  return page().store ?? createPageStore();
}

function createPageStore(): ConsentStore {
  const { facts } = page();
  const config = facts?.payload.config ?? inertConfig;
  const outbox = createOutbox({
    name: config.cookie.name,
    send,
    // What was decided was decided under something older: judge it by what holds now.
    onAnswer: (status) => void (status === 409 && ask(pageStore())),
  });
  const store = createConsentStore({
    config,
    gpc: facts?.gpc,
    record: (submission) => outbox.push(submission),
  });
  adoptStore(store);
  attachCleanup(store);
  store.onChange(() => emitConsentModeUpdate(store.config, (key) => store.has(key)));
  known = !facts?.payload.source;
  if (known) show(store);
  else void ask(store);
  return store;
}

/** Shows what the store says, from now on. */
function show(store: ConsentStore): void {
  known = true;
  let mounted = false;
  store.subscribe(() => {
    reflect(store);
    if (mounted || store.getState().ui !== 'banner') return;
    mounted = true;
    import('./banner.ts').then(({ mountBanner }) => mountBanner(store), reportError);
  });
}

/** Asks for the configuration of this visitor. Without an answer the built-in one stands, as opt-in. */
async function ask(store: ConsentStore): Promise<void> {
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

/** Sends one record; resolves to the HTTP status, 0 when the network is away. */
async function send(submission: RecordSubmission): Promise<number> {
  const store = pageStore();
  try {
    const { endpoint } = store.config.recording;
    const url = new URL(endpoint, new URL(page().facts?.payload.source ?? '', location.href));
    const { status } = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(submission),
      keepalive: true,
    });
    // The answer set the cookie that the request carried: a newer decision made meanwhile is written again.
    store.refresh();
    return status;
  } catch {
    return 0;
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
