import { type Atom, createAtom, isolated } from './atom.ts';
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
import { initialView, isGranted, isInForce, type ResolvedConsent, resolveConsent } from './resolve.ts';
import { cookieStorage, type StorageAdapter } from './storage.ts';
import { randomUuid } from './uuid.ts';

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
  /** For loaders: a script ran under this expression, and its refusal from now on needs a reload (rule C12). */
  markRan(expr: ConsentExpr): void;
}

interface ConsentNews {
  decisions: ConsentDecisions;
  previous: ConsentDecisions;
  source: ConsentSource | null;
}

/** The cookie whose decision this window was last told of, by whatever store. */
const ANNOUNCED = Symbol.for('permesso.announced');

const browserSignal = () =>
  typeof navigator !== 'undefined' &&
  (navigator as { globalPrivacyControl?: unknown }).globalPrivacyControl === true;

/** Creates a store; importing this module touches nothing. Stores over one storage follow each other. */
export function createConsentStore(options: ConsentStoreOptions): ConsentStore {
  const { now, record, uuid = randomUuid, gpc = browserSignal() } = options;
  let { config } = options;
  const storage = options.storage ?? cookieStorage({ name: config.cookie.name });
  const judge = (cookie: string | ConsentCookieV1 | null, id = uuid) =>
    resolveConsent(cookie, config, { gpc, now, uuid: id });

  let resolved = judge(options.initialCookie === undefined ? storage.read() : options.initialCookie);
  /** The banner was put away; until a decision or the next page load it stays so. */
  let hidden = false;
  /** The browser did not take the cookie: the decision holds for this page. */
  let refused = false;
  let signalHonored = false;
  let decidedHere = false;
  /** Decisions that a newer one replaced on this page: they never come back. */
  const replaced = new Set<string>();
  const ran: ConsentExpr[] = [];
  const news = createAtom<ConsentNews | null>(null);

  const has = (expr: ConsentExpr) => isGranted(resolved, config, expr);
  const due = (): ConsentView => (hidden ? 'closed' : initialView(resolved, config));
  const stateWith = (ui: ConsentView, draft: ConsentDecisions, needsReload: boolean): ConsentState => {
    const { cookie, ...state } = resolved;
    return Object.freeze({
      ...state,
      decisions: Object.freeze(state.decisions),
      draft: Object.freeze(draft),
      ui,
      needsReload: needsReload || ran.some((expr) => !has(expr)),
    });
  };
  const { atom, set, clear } = createAtom(stateWith(due(), resolved.decisions, false));
  const show = (ui: ConsentView, draft = resolved.decisions, beforehand?: () => void) =>
    set(stateWith(ui, draft, atom.value.needsReload), beforehand);

  function announce(previous: ConsentDecisions, once: boolean) {
    const { decisions, source } = atom.value;
    const detail = { decisions, previous, source };
    news.atom.notify(detail);
    if (typeof window === 'undefined') return;
    const page = window as { [ANNOUNCED]?: string };
    const told = JSON.stringify(resolved.cookie);
    if (!once || page[ANNOUNCED] !== told) dispatchEvent(new CustomEvent('consentchange', { detail }));
    page[ANNOUNCED] = told;
  }

  function write(cookie: ConsentCookieV1) {
    isolated(() => storage.write(encodeConsentCookie(cookie), config.cookie));
    refused = !storage.read();
  }

  /** Makes a judgement the present one; returns whether it rests on another cookie than before. */
  function adopt(next: ResolvedConsent): boolean {
    const old = JSON.stringify(resolved.cookie);
    const found = JSON.stringify(next.cookie);
    replaced.add(old).delete(found);
    resolved = next;
    return found !== old;
  }

  /** Commits a decision: state first, then cookie, listeners, record and event. */
  function act(action: ConsentAction): boolean {
    const { ui, draft, decisions: previous } = atom.value;
    const source = ui === 'closed' ? 'api' : action === 'save' ? 'preferences' : ui;
    const made = decide(resolved, config, action, { draft, source, now, uuid });
    if (!made) return false;
    hidden = false;
    decidedHere = true;
    adopt(judge(made.cookie));
    show('closed', undefined, () => write(made.cookie));
    if (config.recording.enabled && record) {
      new Promise((resolve) => resolve(record(made.submission))).then(
        () => reread(),
        () => {},
      );
    }
    announce(previous, false);
    return true;
  }

  /** Judges what the storage holds now, and follows it unless it is a decision that was replaced here. */
  function reread(renewed = false) {
    const { decisions: previous, ui, draft } = atom.value;
    const { cookie: newest, status, consentId } = resolved;
    let next = judge(storage.read() ?? (refused ? newest : null), newest ? uuid : () => consentId);
    // By the very cookie, not by its time: a clock may have been put back, and a withdrawal elsewhere must hold.
    // Once each, so that two tabs of one second can never answer each other for ever.
    if (decidedHere && newest && next.cookie && replaced.delete(JSON.stringify(next.cookie))) {
      write(newest);
      next = judge(newest);
    }
    const changed = adopt(next);
    if (!changed && !renewed && next.status === status) return show(ui, draft);
    show(ui === 'preferences' && isInForce(config) ? ui : due());
    if (changed && next.cookie) announce(previous, true);
  }

  /** Rule C11: under opt-out the signal is a decision, to be kept and recorded once. */
  function honorSignal() {
    const { source, cookie, decidedAt } = resolved;
    if (signalHonored || source !== 'gpc' || cookie?.t === decidedAt) return;
    if (!options.storage && typeof document === 'undefined') return;
    signalHonored = true;
    // The page may be older than the cookie: what another page has stored meanwhile goes first.
    reread();
    act('gpc');
  }

  const follow = () => {
    reread();
    honorSignal();
  };
  const unsubscribe = storage.subscribe?.(follow);
  honorSignal();

  const store: ConsentStore = Object.assign(atom, {
    config,
    getState: atom.get,
    onChange: (listener: ConsentListener) =>
      news.atom.listen((_, change) => listener(change!.decisions, change!.previous, change!.source)),
    has,
    isRequired: (key: string) =>
      config.categories.some((category) => category.key === key && category.required),
    acceptAll: () => act('accept-all'),
    rejectAll: () => act('reject-all'),
    withdraw: () => act('withdraw'),
    save: () => act('save'),
    dismiss() {
      if (act('dismiss')) return;
      hidden = resolved.status !== 'decided';
      show('closed');
    },
    toggle(key: string, on?: boolean) {
      const { draft, ui, model } = atom.value;
      const category = config.categories.find((candidate) => candidate.key === key && !candidate.required);
      if (!category || !isInForce(config) || (gpc && category.respectGPC && model !== 'opt-in')) return;
      show(ui, { ...draft, [key]: on ?? !draft[key] });
    },
    open(view: 'preferences' | 'banner' = 'preferences') {
      if (isInForce(config)) show(view, atom.value.draft);
    },
    close() {
      if (atom.value.ui === 'banner') hidden = true;
      show(due());
    },
    refresh(renewed?: ConsentConfig) {
      if (renewed) store.config = config = renewed;
      reread(!!renewed);
      honorSignal();
    },
    destroy() {
      unsubscribe?.();
      news.clear();
      clear();
    },
    markRan(expr: ConsentExpr) {
      ran.push(expr);
      show(atom.value.ui, atom.value.draft);
    },
  });
  return store;
}
