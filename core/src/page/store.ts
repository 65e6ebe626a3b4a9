import type {
  ConsentConfig,
  ConsentCookieV1,
  ConsentDecisions,
  ConsentExpr,
  ConsentSource,
  ConsentState,
  ConsentView,
  PendingConfig,
  RecordSubmission,
} from '../contract/config.ts';
import type { GpcSignal } from '../contract/payload.ts';
import { isRequired } from '../rules/category-terms.ts';
import { encodeConsentCookie } from '../rules/cookie.ts';
import { type ConsentAction, decide } from '../rules/decide.ts';
import { isQuietPage } from '../rules/quiet-pages.ts';
import {
  checkedCookie,
  initialView,
  isGranted,
  isInForce,
  type ResolvedConsent,
  resolveDecision,
} from '../rules/resolve.ts';
import { draftOf, editDraft } from '../rules/service-rules.ts';
import { type Atom, addListener, callListeners, isolated, type Listeners } from './atom.ts';
import { browserSignal } from './browser-signal.ts';
import {
  afterCommit,
  commit,
  createKeptDecision,
  createReplacedDecisions,
  isSameDecision,
} from './kept-decision.ts';
import { ledger } from './ledger.ts';
import { cookieStorage, type StorageAdapter } from './storage.ts';

export interface ConsentStoreOptions {
  config: ConsentConfig;
  /** The cookie as the server saw it, null for none; without it the storage is read. */
  initialCookie?: string | ConsentCookieV1 | null;
  /** The consent cookie of the document by default. */
  storage?: StorageAdapter;
  /**
   * Global Privacy Control. By default it is read from `navigator`, and again whenever the storage is: once on, it stays on. Where it is
   * `account` that is read too, for only a signal of this browser is a decision (C11).
   */
  gpc?: GpcSignal;
  /** Unix seconds. */
  now?: () => number;
  /**
   * Sends the record of a decision, at best through an outbox; its failure never breaks the decision. Where it gives a promise the storage
   * is read again once that has settled.
   */
  record?: (submission: RecordSubmission) => unknown;
  uuid?: () => string;
}

/** Hears of each decision; the `consentchange` event on `window` carries the same. */
export type ConsentListener = (
  decisions: ConsentDecisions,
  previous: ConsentDecisions,
  source: ConsentSource | null,
) => void;

/**
 * A visitor's consent on a page. Follows the contract of nanostores (`get`, `listen`, `subscribe`, `value`),
 * so that its framework bindings work on it, and that of Svelte stores.
 */
export interface ConsentStore extends Atom<ConsentState> {
  config: ConsentConfig;
  /** The storage, or its id: stores that share it answer for the scripts that ran by its decision. */
  readonly keptIn: unknown;
  /** The same frozen object until something changes. */
  getState(): ConsentState;
  /** Hears of committed decisions, also of those made in other tabs. Returns a function that stops it. */
  onChange(listener: ConsentListener): () => void;
  /** Whether a category, a service, or an expression of these, is granted. */
  has(expr: ConsentExpr): boolean;
  isRequired(key: string): boolean;
  acceptAll(): void;
  rejectAll(): void;
  /** Refuses all and starts a new consent id: the old consent ends here (rule C9). */
  withdraw(): void;
  /**
   * Flips a category in the draft, or sets it, and all its services with it; or one service, where visitors decide service by
   * service. What is required, unknown or off by signal stays.
   */
  toggle(key: string, on?: boolean): void;
  /** Commits the draft. */
  save(): void;
  /**
   * Hides the banner; under opt-in nothing is granted by it, elsewhere the defaults are stored (rule C10), but for pages on
   * which the banner keeps quiet.
   */
  dismiss(): void;
  open(view?: 'preferences' | 'banner'): void;
  /** Drops the draft; returns from the preferences to a banner that is still due. */
  close(): void;
  /**
   * Reads the storage again and judges again, under a new config and Global Privacy Control if they are given: a page
   * may hear of the signal after its store was made.
   */
  refresh(config?: ConsentConfig, gpc?: GpcSignal): void;
  /** Ends everything the store listens to. */
  destroy(): void;
}

/** The store while it is made: its values are set once all else is there. */
type Unset = { -readonly [Key in keyof ConsentStore]: ConsentStore[Key] };

/** Creates a store; importing this module touches nothing. Stores over one storage follow each other. */
export const createConsentStore = (options: ConsentStoreOptions): ConsentStore => {
  let { config } = options;
  const { storage = cookieStorage(config.cookie) } = options;
  const keptDecision = createKeptDecision(storage);
  let gpc: GpcSignal = options.gpc ?? browserSignal();
  const judge = (cookie: ConsentCookieV1 | null): ResolvedConsent => {
    const by = (terms: PendingConfig) => resolveDecision(cookie, terms, { ...options, gpc: !!gpc });
    const judged = by(config);
    // Defaults are for those who decided nothing, and here that cannot be known (C1).
    return keptDecision.unreadable && !judged.cookie ? by({ ...config, pending: 'config' }) : judged;
  };

  const { initialCookie } = options;
  let resolved = judge(initialCookie === undefined ? keptDecision.read() : checkedCookie(initialCookie));
  /** The banner was put away; until a decision or the next page load it stays so. */
  let hidden = false;
  /** There is nowhere to keep a decision that the visitor did not make by an act. */
  const isNowhere = () => keptDecision.unreadable || !(options.storage ?? globalThis.document);
  /** A decision was made here, or none is to be made for the visitor. */
  let settled = isNowhere();
  const replaced = createReplacedDecisions();
  const stateListeners: Listeners<[ConsentState, ConsentState?]> = new Set();
  const decisionListeners: Listeners<Parameters<ConsentListener>> = new Set();

  const has = (expr: ConsentExpr) => isGranted(resolved, config, expr);
  const isQuiet = () => isQuietPage(config.banner.quietPages);
  const viewDue = (): ConsentView => (hidden || isQuiet() ? 'closed' : initialView(resolved, config));

  const keptIn = storage.id ?? storage;
  /** Whether a script ran by a decision that this store speaks of. */
  const isOurs = (key: string) => {
    const owner = ledger().owners?.get(key);
    return owner === undefined || owner === keptIn;
  };

  /** Sets the state and tells of it; what equals the present state changes nothing. */
  const setState = (ui: ConsentView, draft = resolved.decisions, effects?: () => void) => {
    const previous: ConsentState | undefined = store.value;
    const needsReload =
      previous?.needsReload || [...ledger()].some(([key, expr]) => isOurs(key) && !has(expr));
    const text = JSON.stringify({ ...resolved, draft, ui, needsReload });
    const changed = text !== JSON.stringify(previous);
    if (changed) store.value = JSON.parse(text, (_, value) => Object.freeze(value));
    effects?.();
    if (changed) store.notify(previous);
  };

  /** Makes a judgement the present one; returns whether it rests on another cookie than before. */
  const setJudgement = (next: ResolvedConsent): boolean => {
    const old = resolved;
    replaced.replace(old.cookie, next.cookie);
    resolved = next;
    return !isSameDecision(old.cookie, next.cookie);
  };

  /** Tells of a decision, the window once whatever number of stores it has. */
  const announce = (previous: ConsentDecisions) => {
    // What holds by then: one of them may decide in turn, and those after it hear of that first.
    callListeners(decisionListeners, (listener) =>
      listener(store.value.decisions, previous, store.value.source),
    );
    const decision = JSON.stringify(resolved.cookie);
    if (ledger().announced === decision) return;
    ledger().announced = decision;
    globalThis.dispatchEvent?.(
      new CustomEvent('consentchange', {
        detail: { decisions: store.value.decisions, previous, source: store.value.source },
      }),
    );
  };

  /** Commits a decision: state first, then cookie, record, listeners and event. */
  const act = (action: ConsentAction, previous = store.value.decisions) => {
    const { ui, draft } = store.value;
    const source = ui === 'closed' ? 'api' : action === 'save' ? 'preferences' : ui;
    const made = decide(resolved, config, action, { ...options, draft, source });
    if (!made) return made;
    // Every commit is an event, also one that repeats what the window heard last.
    ledger().announced = '';
    hidden = false;
    settled = true;
    const value = encodeConsentCookie(made.cookie);
    const next = judge(checkedCookie(value));
    // What the storage shows by now, which may be news, is replaced as well.
    replaced.replace(keptDecision.read(), next.cookie);
    setJudgement(next);
    // Kept and recorded before anybody hears of it: a listener may decide in turn, and comes second.
    setState('closed', undefined, () =>
      commit(() => {
        keptDecision.write(value, config.cookie);
        if (config.recording.enabled && options.record) {
          isolated(async () => {
            const answered = options.record!(made.submission);
            if (!answered) return;
            // The answer may have set the cookie.
            await answered;
            store.refresh();
          });
        }
      }),
    );
    announce(previous);
    return made;
  };

  const get = () => store.value;
  const store = {
    config,
    keptIn,
    get,
    getState: get,
    eq: Object.is,
    get lc() {
      return stateListeners.size;
    },
    listen: (listener: (state: ConsentState, previous?: ConsentState) => void) =>
      addListener(stateListeners, listener, () => store.off()),
    subscribe(listener: (state: ConsentState, previous?: ConsentState) => void) {
      const stop = store.listen(listener);
      listener(store.value);
      return stop;
    },
    notify(previous?: ConsentState) {
      // Computed stores of nanostores look for changes only when this number moved.
      // biome-ignore lint/suspicious/noAssignInExpressions: as nanostores itself makes it
      ((globalThis as { nanostoresGlobal?: { epoch: number } }).nanostoresGlobal ??= { epoch: 0 }).epoch++;
      callListeners(stateListeners, (listener) => listener(store.value, previous));
    },
    off() {},
    onChange: (listener: ConsentListener) => addListener(decisionListeners, listener),
    has,
    isRequired: (key: string) =>
      config.categories.some((category) => category.key === key && isRequired(category)),
    acceptAll: () => act('accept-all'),
    rejectAll: () => act('reject-all'),
    withdraw: () => act('withdraw'),
    save: () => act('save'),
    dismiss() {
      // Where no banner is due nobody has put one away (C10).
      if (!isQuiet() && act('dismiss')) return;
      hidden = true;
      setState(viewDue());
    },
    toggle(key: string, on?: boolean) {
      const { ui, draft } = store.value;
      const edited = { ...editDraft(draft, key, on, config) };
      // What saving it would commit, and what is on without being granted.
      const made = decide(resolved, config, 'save', { draft: edited });
      for (const category of config.categories) if (isRequired(category)) delete edited[category.key];
      if (made) setState(ui, { ...edited, ...draftOf(made.submission) });
    },
    open(view: 'preferences' | 'banner' = 'preferences') {
      if (isInForce(config)) setState(view, store.value.draft);
    },
    close() {
      if (store.value.ui === 'banner') hidden = true;
      setState(viewDue());
    },
    refresh(renewed?: ConsentConfig, signal?: GpcSignal) {
      if (renewed) store.config = config = renewed;
      if (gpc !== true) {
        gpc = (typeof options.gpc !== 'boolean' && browserSignal()) || (signal ?? gpc);
        // A signal that is news is a decision of its own.
        if (gpc === true) settled = isNowhere();
      }
      const { ui, draft, decisions: previous } = store.value;
      const { cookie: newest, status, consentId } = resolved;
      const shown = keptDecision.read();
      let next = judge(shown);
      // Who has not decided keeps the id of the consent to come.
      if (!newest && !next.cookie) next.consentId = consentId;
      // By the cookie itself: where a clock was put back, an older decision is dated ahead and counts as none, for now.
      const stand = replaced.resist(newest, shown, config.services);
      if (stand === 'write') {
        keptDecision.write(encodeConsentCookie(newest!), config.cookie);
        // Another store has answered to that, and this one followed.
        if (!isSameDecision(resolved.cookie, newest)) return;
      }
      if (stand !== 'follow') next = judge(newest);
      const changed = setJudgement(next);
      if (!changed && !renewed && next.status === status) setState(ui, draft);
      else setState(ui === 'preferences' && isInForce(config) ? ui : viewDue());
      if (changed && next.cookie) announce(previous);
      // Rule C11: under opt-out the signal of this browser is a decision, to be kept and recorded once, by a config that holds.
      if (settled || gpc !== true || (config as PendingConfig).pending) return;
      // What was granted before the signal, which a store that is made under it never granted.
      const before = newest && resolveDecision(newest, config, { ...options, gpc: false });
      act('gpc', before?.decisions ?? previous);
    },
    destroy() {
      unsubscribe?.();
      decisionListeners.clear();
      stateListeners.clear();
    },
  } as Omit<Unset, 'value' | 'init'> as Unset;
  setState(viewDue());
  store.init = store.value;
  const refresh = () => store.refresh();
  const unsubscribe = storage.subscribe?.(() => afterCommit(refresh));
  // The page may be older than the cookie: what another page has stored meanwhile goes first.
  if (!settled && decide(resolved, config, 'gpc')) store.refresh();
  return store;
};
