import { inLocale } from '../contract/api-address.ts';
import type { ConsentConfig } from '../contract/config.ts';
import { type PagePayload, REMEMBERED } from '../contract/payload.ts';
import { gtag, signalState } from '../rules/consent-mode-signals.ts';
import { UNKNOWN_HEAD } from '../rules/head-terms.ts';
import { requestConfig } from './config-request.ts';
import { cookieText } from './document-cookie.ts';
import { newestConsent } from './newest-decision.ts';
import { type PageFacts, page, tellPage, withPart } from './page-state.ts';
import type { ConsentStore } from './store.ts';

/** Asks for what holds for this visitor, and judges by it. Without an answer all stays as it is. */
export async function askConfig(store: ConsentStore): Promise<void> {
  const payload = await fetchPayload(store.config.locale);
  if (!payload?.config) return;
  usePayload(payload);
  judgeBy(store, payload.config);
}

/** Asks where no configuration is known, and there is no store yet. */
export async function askWithoutConfig(): Promise<void> {
  // With its facts unreadable the head has told Consent Mode nothing: then everything is denied (C1).
  if (!page().facts) denySignals();
  const payload = await fetchPayload('');
  if (!payload) return;
  usePayload(payload);
  // The page could not know that it needs another store than that it has.
  if (payload.head.store === 'services')
    await new Promise((resolve) =>
      withPart(
        'services',
        (part) => void part.startStore().then(resolve),
        () => resolve(null),
      ),
    );
}

/** Asks where the rest of the page's configuration is gone, and there may be no store yet. */
export function renewConfig(): void {
  withPart('consent', async ({ startStore }) => {
    const store = await startStore();
    if (store) await askConfig(store);
  });
}

function usePayload(payload: PagePayload): void {
  const { facts } = page();
  if (!facts) return;
  takePayload(facts, payload);
  if (newestConsent(cookieText(), payload.head.name)?.x) payload.head.store = 'services';
  // Nothing of a preview stays in the tab.
  if (payload.config?.preview) withPart('preview');
  else rememberPayload(payload);
}

/** What a browser has said of itself stays; the signal of an account holds as long as the site says it. */
export function takePayload(facts: PageFacts, payload: PagePayload): void {
  facts.payload = payload;
  facts.gpc = facts.gpc === true || payload.gpc;
}

/**
 * Judges by a configuration, and by a signal that may have come with it. While somebody is at the switches what they have
 * toggled and not saved is theirs, and only a decision made elsewhere is the later word.
 */
export function judgeBy(store: ConsentStore, config: ConsentConfig): void {
  const { parts, facts } = page();
  // A store that knows categories alone has visitors decide on these until the next page, should editors have changed that.
  if (parts.consent && !parts.services) delete config.granularity;
  keepingDraft(store, () => store.refresh(config, facts?.gpc));
  // Its trackers and signals may be others, though the same is granted.
  tellPage();
}

/** Has a store judge anew without losing what somebody has toggled and not saved. */
export function keepingDraft(store: ConsentStore, judge: () => void): void {
  const { ui, draft, decisions, decidedAt } = store.getState();
  const { services = {} } = store.config;
  judge();
  if (ui !== 'preferences' || store.getState().decidedAt !== decidedAt) return;
  // Decisions name categories first, which are said of their services too. One that the draft no longer names follows its own.
  for (const name of Object.keys({ ...decisions, ...draft })) {
    const wanted = draft[name] ?? draft[services[name]!];
    if (wanted !== undefined && draft[name] !== decisions[name]) store.toggle(name, wanted);
  }
}

/** How long a page that client-side navigation leads to waits for its visitor's configuration, in milliseconds. */
const PATIENCE = 2000;

/**
 * Has the store follow the configuration of the page that client-side navigation is about to put in place. One that does
 * not know its visitor waits for the answer, and goes on by what holds where there is none.
 */
export async function followPage(store: ConsentStore, payload: PagePayload): Promise<void> {
  const { facts } = page();
  if (facts) takePayload(facts, payload);
  if (payload.visitor && payload.config) judgeBy(store, payload.config);
  else await Promise.race([askConfig(store), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
}

/**
 * What holds for this visitor now; null where nobody answers with a configuration. A browser may send `Sec-GPC` and keep it
 * from scripts: the site's route says what the request carried.
 */
export async function fetchPayload(locale: string): Promise<PagePayload | null> {
  const { payload } = page().facts ?? {};
  const { source, asked = source, base, slash = '' } = payload ?? {};
  const url = asked ?? (base && inLocale(`${base}/config${slash}`, locale));
  if (!payload || !url) return null;
  try {
    const response = await requestConfig(url);
    const answer = (await response.json()) as PagePayload | ConsentConfig;
    if (!response.ok) return null;
    // The site's route answers as the page's own JSON does, the CMS with the configuration itself, which nobody has checked.
    const checked = 'visitor' in answer ? answer : await readCmsAnswer(answer);
    return checked?.config ? { ...checked, asked: url } : null;
  } catch {
    return null;
  }
}

const readCmsAnswer = (answer: ConsentConfig) =>
  new Promise<PagePayload | null>((resolve) =>
    withPart(
      'cms',
      (part) => resolve(part.readCmsAnswer(answer)),
      () => resolve(null),
    ),
  );

/** Denies every signal of Consent Mode, where the head could read nothing and so told it nothing (C1). */
function denySignals(): void {
  const { signals, wait } = UNKNOWN_HEAD.mode;
  gtag('consent', 'default', { ...signalState(signals, () => false), ...wait });
}

/**
 * Keeps what was answered for this visitor: the next pages of this tab that are the same for all are judged by it, and need
 * neither ask nor wait.
 */
function rememberPayload(payload: PagePayload): void {
  try {
    sessionStorage.setItem(REMEMBERED, JSON.stringify({ ...payload, at: Date.now() }));
  } catch {
    // Storage is denied: each page waits for its own answer.
  }
}
