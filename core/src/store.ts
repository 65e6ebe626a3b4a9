import { type Atom, hear, isolated, type Listeners, tell } from './atom.ts';
import type {
  ConsentConfig,
  ConsentCookieV1,
  ConsentDecisions,
  ConsentExpr,
  ConsentSource,
  ConsentState,
  ConsentView,
  RecordSubmission,
} from './config.ts';
import { encodeConsentCookie } from './cookie.ts';
import { type ConsentAction, decide } from './decide.ts';
import { ledger } from './ledger.ts';
import { initialView, isGranted, isInForce, type ResolvedConsent, resolveConsent } from './resolve.ts';
import { cookieStorage, type StorageAdapter } from './storage.ts';
import { isRequired } from './terms.ts';

export interface ConsentStoreOptions {
  config: ConsentConfig;
  /** The cookie as the server saw it, null for none; without it the storage is read. */
  initialCookie?: string | ConsentCookieV1 | null;
  /** The consent cookie of the document by default. */
  storage?: StorageAdapter;
  /** Global Privacy Control; read from `navigator` by default. */
  gpc?: boolean;
  /** Unix seconds. */
  now?: () => number;
  /** Sends the record of a decision, at best through an outbox; its failure never breaks the decision. */
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
  /** The same frozen object until something changes. */
  getState(): ConsentState;
  /** Hears of committed decisions, also of those made in other tabs. Returns a function that stops it. */
  onChange(listener: ConsentListener): () => void;
  /** Whether a category, or an expression of categories, is granted. */
  has(expr: ConsentExpr): boolean;
  isRequired(key: string): boolean;
  acceptAll(): void;
  rejectAll(): void;
  /** Refuses all and starts a new consent id: the old consent ends here (rule C9). */
  withdraw(): void;
  /** Flips a category in the draft, or sets it. What is required, unknown or off by signal stays. */
  toggle(key: string, on?: boolean): void;
  /** Commits the draft. */
  save(): void;
  /** Hides the banner; under opt-in nothing is granted by it, elsewhere the defaults are stored (rule C10). */
  dismiss(): void;
  open(view?: 'preferences' | 'banner'): void;
  /** Drops the draft; returns from the preferences to a banner that is still due. */
  close(): void;
  /** Reads the storage again and judges again, under a new config if one is given. */
  refresh(config?: ConsentConfig): void;
  /** Ends everything the store listens to. */
  destroy(): void;
}

/** The store while it is made: its values are set once all else is there. */
type Unset = { -readonly [Key in keyof ConsentStore]: ConsentStore[Key] };

/** Two judgements rest on the same decision where these texts are equal. */
const basisOf = (judged: ResolvedConsent) => JSON.stringify(judged.cookie);

/** Creates a store; importing this module touches nothing. Stores over one storage follow each other. */
export const createConsentStore = (options: ConsentStoreOptions): ConsentStore => {
  let { config } = options;
  const {
    storage = cookieStorage(config.cookie),
    initialCookie = storage.read(),
    gpc = (globalThis.navigator as { globalPrivacyControl?: unknown } | undefined)?.globalPrivacyControl ===
      true,
  } = options;
  const judge = (cookie: string | ConsentCookieV1 | null) =>
    resolveConsent(cookie, config, { ...options, gpc });

  let resolved = judge(initialCookie);
  /** The banner was put away; until a decision or the next page load it stays so. */
  let hidden = false;
  /** A decision that the browser did not take: it holds for this page. */
  let unkept: ConsentCookieV1 | null = null;
  /** A decision was made here, or there is nowhere to keep one. */
  let settled = !(options.storage ?? globalThis.document);
  /** Decisions that a newer one replaced on this page: they never come back. */
  const replaced = new Set<string>();
  const stateListeners: Listeners<[ConsentState, ConsentState?]> = new Set();
  const decisionListeners: Listeners<Parameters<ConsentListener>> = new Set();

  const has = (expr: ConsentExpr) => isGranted(resolved, config, expr);
  const due = (): ConsentView => (hidden ? 'closed' : initialView(resolved, config));

  /** Sets the state and tells of it; what equals the present state changes nothing. */
  const show = (ui: ConsentView, draft = resolved.decisions, effects?: () => void) => {
    const previous: ConsentState | undefined = store.value;
    const needsReload = previous?.needsReload || [...ledger()].some(([, expr]) => !has(expr));
    const text = JSON.stringify({ ...resolved, cookie: undefined, draft, ui, needsReload });
    const changed = text !== JSON.stringify(previous);
    if (changed) store.value = JSON.parse(text, (_, value) => Object.freeze(value));
    effects?.();
    if (changed) store.notify(previous);
  };

  const write = (cookie: ConsentCookieV1) => {
    isolated(() => storage.write(encodeConsentCookie(cookie), config.cookie));
    unkept = storage.read() ? null : cookie;
  };

  /** Makes a judgement the present one; returns whether it rests on another cookie than before. */
  const adopt = (next: ResolvedConsent): boolean => {
    const old = basisOf(resolved);
    const found = basisOf(next);
    replaced.add(old).delete(found);
    resolved = next;
    return found !== old;
  };

  /** Tells of a decision, the window once whatever number of stores it has. */
  const announce = (previous: ConsentDecisions) => {
    // What holds by then: one of them may decide in turn, and those after it hear of that first.
    tell(decisionListeners, (listener) => listener(store.value.decisions, previous, store.value.source));
    const told = basisOf(resolved);
    if (ledger().told === told) return;
    ledger().told = told;
    globalThis.dispatchEvent?.(
      new CustomEvent('consentchange', {
        detail: { decisions: store.value.decisions, previous, source: store.value.source },
      }),
    );
  };

  /** Commits a decision: state first, then cookie, record, listeners and event. */
  const act = (action: ConsentAction) => {
    const { ui, draft, decisions: previous } = store.value;
    const source = ui === 'closed' ? 'api' : action === 'save' ? 'preferences' : ui;
    const made = decide(resolved, config, action, { ...options, draft, source });
    if (!made) return made;
    // Every commit is an event, also one that repeats what the window heard last.
    ledger().told = '';
    hidden = false;
    settled = true;
    adopt(judge(made.cookie));
    // Kept and recorded before anybody hears of it: a listener may decide in turn, and comes second.
    show('closed', undefined, () => {
      write(made.cookie);
      if (config.recording.enabled && options.record) {
        isolated(async () => {
          await options.record!(made.submission);
          store.refresh();
        });
      }
    });
    announce(previous);
    return made;
  };

  const get = () => store.value;
  const store = {
    config,
    get,
    getState: get,
    eq: Object.is,
    get lc() {
      return stateListeners.size;
    },
    listen: (listener: (state: ConsentState, previous?: ConsentState) => void) =>
      hear(stateListeners, listener, () => store.off()),
    subscribe(listener: (state: ConsentState, previous?: ConsentState) => void) {
      const stop = store.listen(listener);
      listener(store.value);
      return stop;
    },
    notify(previous?: ConsentState) {
      // Computed stores of nanostores look for changes only when this number moved.
      // biome-ignore lint/suspicious/noAssignInExpressions: as nanostores itself makes it
      ((globalThis as { nanostoresGlobal?: { epoch: number } }).nanostoresGlobal ??= { epoch: 0 }).epoch++;
      tell(stateListeners, (listener) => listener(store.value, previous));
    },
    off() {},
    onChange: (listener: ConsentListener) => hear(decisionListeners, listener),
    has,
    isRequired: (key: string) =>
      config.categories.some((category) => category.key === key && isRequired(category)),
    acceptAll: () => act('accept-all'),
    rejectAll: () => act('reject-all'),
    withdraw: () => act('withdraw'),
    save: () => act('save'),
    dismiss() {
      if (act('dismiss')) return;
      hidden = true;
      show(due());
    },
    toggle(key: string, on?: boolean) {
      const { ui, draft } = store.value;
      // What saving it would commit.
      const made = decide(resolved, config, 'save', { draft: { ...draft, [key]: on ?? !draft[key] } });
      if (made) show(ui, made.submission.decisions);
    },
    open(view: 'preferences' | 'banner' = 'preferences') {
      if (isInForce(config)) show(view, store.value.draft);
    },
    close() {
      if (store.value.ui === 'banner') hidden = true;
      show(due());
    },
    refresh(renewed?: ConsentConfig) {
      if (renewed) store.config = config = renewed;
      const { ui, draft, decisions: previous } = store.value;
      const { cookie: newest, status, consentId } = resolved;
      let next = judge(storage.read() ?? unkept);
      // Who has not decided keeps the id of the consent to come.
      if (!newest && !next.cookie) next.consentId = consentId;
      // By the very cookie, not by its time: a clock may have been put back, and a withdrawal elsewhere must hold.
      // Once each, so that two tabs of one second can never answer each other for ever.
      if (settled && newest && next.cookie && replaced.delete(basisOf(next))) {
        write(newest);
        next = judge(newest);
      }
      const changed = adopt(next);
      if (!changed && !renewed && next.status === status) show(ui, draft);
      else show(ui === 'preferences' && isInForce(config) ? ui : due());
      if (changed && next.cookie) announce(previous);
      // Rule C11: under opt-out the signal is a decision, to be kept and recorded once.
      if (!settled) act('gpc');
    },
    destroy() {
      unsubscribe?.();
      decisionListeners.clear();
      stateListeners.clear();
    },
  } as Omit<Unset, 'value' | 'init'> as Unset;
  show(due());
  store.init = store.value;
  const unsubscribe = storage.subscribe?.(() => store.refresh());
  // The page may be older than the cookie: what another page has stored meanwhile goes first.
  if (!settled && decide(resolved, config, 'gpc')) store.refresh();
  return store;
};
