import type { ConsentConfig, ConsentStatus, PendingConfig } from '../contract/config.ts';
import { signalState } from '../rules/consent-mode-signals.ts';
import { decodeConsentCookie, encodeConsentCookie } from '../rules/cookie.ts';
import { honorsGpc } from '../ui/preferences-form.ts';
import { followConsentMode } from './consent-mode-updates.ts';
import { openPreferences } from './control-actions.ts';
import { isSameDecision } from './kept-decision.ts';
import { newestConsent } from './newest-decision.ts';
import { noteStore } from './noted-grants.ts';
import { afterPaint, whenShown } from './page-moments.ts';
import { type Parts, page, tellPage, withPart } from './page-state.ts';
import { sendRecords } from './record-sending.ts';
import { isOutdated, isPending } from './remembered-payload.ts';
import { cookieStorage, type StorageAdapter } from './storage.ts';
import { type ConsentStore, createConsentStore } from './store.ts';
import { keepUnsent, unsentKeys } from './unsent-records.ts';

/** The store of this page: there is one, whatever bundle asks for it. Null while no configuration is known. */
export function pageStore(): ConsentStore | null {
  const { store, facts } = page();
  return store ?? (facts?.payload.config ? createPageStore(facts.payload.config) : null);
}

/** Starts the store of a page that needs it at once; where no configuration is known it asks for one first. */
export async function startStore(): Promise<ConsentStore | null> {
  const known = pageStore();
  if (known) return known;
  await new Promise<void>((resolve) =>
    withPart('visitor', ({ askWithoutConfig }) => void askWithoutConfig().then(resolve), resolve),
  );
  return pageStore();
}

/** Makes the store of the page, by a configuration that names its cookie for good. */
function createPageStore(config: ConsentConfig): ConsentStore {
  const { facts } = page();
  const storage = cookieStorage(config.cookie);
  const overtaken = facts ? overtakenRefusal(storage, config) : null;
  const send = () => sendRecords(store, () => askConfig(store));
  const store: ConsentStore = createConsentStore({
    config,
    storage,
    // What the browser says to scripts the store asks by itself, also later on.
    gpc: facts?.gpc || undefined,
    // As the head judged it: what was decided since, here or in another tab, is news to all who listen. Where the head knew
    // no law it has judged nothing.
    initialCookie: overtaken?.older ?? (facts?.judged.model ? facts.found : undefined),
    record: (submission) => {
      keepUnsent(config.cookie.name, submission, storage.read());
      // A signal is recorded before there is a store to speak of (C11): then it is sent below.
      if (page().store) afterPaint(send);
    },
  });
  if (overtaken) {
    storage.write(encodeConsentCookie(overtaken.refusal), config.cookie);
    // Of the two the store now knows which is the older one: should that come once more, it does not hold.
    store.refresh();
  }
  // Before those who load tags listen.
  const signals = () => {
    const mode = page().facts?.payload.head.mode;
    return mode ? signalState(mode.signals, store.has) : null;
  };
  followConsentMode(store, signals, afterPaint);
  cleanUpAfter(store);
  whenShown(() => store.refresh());
  adoptStore(store);
  if (unsentKeys(config.cookie.name).length) send();
  whenShown(() => {
    // Until the visitor is known the built-in configuration is judged as opt-in, and nothing is shown.
    if (facts && (facts.payload.source || isOutdated(facts.payload))) {
      askConfig(store, () => show(store));
      return;
    }
    release(store);
    show(store);
  });
  return store;
}

/** Lets a store speak for the page from now on; what follows its grants hears of a change once that is painted. */
export function adoptStore(store: ConsentStore): void {
  page().store = store;
  tellPage();
  store.listen(() =>
    afterPaint(() => {
      // Another tab may have decided in between, and the last word counts.
      store.refresh();
      tellPage();
    }),
  );
}

/**
 * A refusal that an earlier page was left with before it was recorded, and the older decision that the cookie shows in its
 * place, since the answer to that one's record came late. Null where the cookie is the newest decision.
 */
function overtakenRefusal(storage: StorageAdapter, { cookie: { name }, enabled }: ConsentConfig) {
  const shown = storage.read();
  const older = decodeConsentCookie(shown);
  const refusal = newestConsent(`${name}=${shown}`, name);
  if (!enabled || !refusal || isSameDecision(refusal, older)) return null;
  return { older, refusal };
}

/** Lets a store judge by its page's own configuration, which waited for nothing but the visitor. */
function release(store: ConsentStore): void {
  const config: PendingConfig = store.config;
  if (!isPending(config)) return;
  delete config.pending;
  store.refresh(config);
  tellPage();
}

/** Asks for what holds for this visitor, and goes on with or without an answer. */
function askConfig(store: ConsentStore, then?: () => void): void {
  withPart('visitor', (part) => void part.askConfig(store).then(then), then);
}

/**
 * Notes what is granted, and loads what cleans up with the first revocation, of which most visitors make none, here or on an earlier page,
 * which was left before that.
 */
function cleanUpAfter(store: ConsentStore): void {
  const { listeners } = page();
  const granted = new Set<string>();
  const look = () => {
    if (!noteStore(store, granted)) return;
    listeners.delete(look);
    withPart('preferences', (part) => part.attachCleanup(store, granted));
  };
  listeners.add(look);
}

/** Shows what the store says, from now on. */
function show(store: ConsentStore): void {
  const { facts } = page();
  const { config } = store;
  /** Whether the banner says what the store says; undefined while what the server wrote does. */
  let isKept: boolean | undefined;
  /** Whether the server wrote the banner for this visitor, by what the store judges by now. */
  const isWritten = (status: ConsentStatus) =>
    store.config === config &&
    status === facts?.judged.status &&
    document.querySelector('[data-consent-banner][data-view]');
  store.subscribe(({ ui, status, needsReload, cookie }, before) => {
    const isForeign = isKept === undefined && ui === 'banner' && !isWritten(status);
    if (isForeign) isKept = false;
    reflect(store, isKept);
    // Whoever decides while something revoked runs on is told once more.
    if (needsReload && (!before?.needsReload || !isSameDecision(before.cookie, cookie)))
      withPart('preferences', (part) => part.offerReload(store));
    // Opened by a call rather than a click; a dialog that is open already stays as it is.
    if (ui === 'preferences') openPreferences();
    if (!isForeign) return;
    // A banner that is rewritten before its visitor's eyes moves what they are about to press.
    const ready = (part?: Parts['visitor']) => {
      part?.keepBanner(store);
      isKept = true;
      reflect(store);
    };
    withPart('visitor', ready, () => ready());
  });
}

/**
 * Keeps the attributes of `<html>` in step with the store: by them CSS shows the banner.
 *
 * @param isBannerReady whether the banner says by now what the store says
 */
export function reflect(store: ConsentStore, isBannerReady = true): void {
  const { config } = store;
  const state = store.getState();
  const root = document.documentElement;
  const { dataset } = root;
  const granted = config.categories.map((category) => category.key).filter((key) => store.has(key));
  const wasShown = dataset.consentUi === 'banner';
  dataset.consent = state.status;
  dataset.consentGranted = granted.join(' ');
  dataset.consentUi = isBannerReady && state.ui === 'banner' ? 'banner' : 'closed';
  // The manage button says that the signal was honoured (11 CCR 7025).
  root.toggleAttribute('data-consent-gpc', honorsGpc(state, config));
  // A hidden button drops the focus to the top of the page, in the banner and behind the dialog that it opened; it belongs
  // where the visitor came from. While the dialog is open nothing behind it can have it.
  const isInBanner = document.activeElement?.closest('[data-consent-banner]');
  if (wasShown && state.ui !== 'banner' && isInBanner) page().focusedBefore?.focus({ preventScroll: true });
}
