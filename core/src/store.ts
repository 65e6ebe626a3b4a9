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
import { initialView, isGranted, isInForce, resolveConsent } from './resolve.ts';
import { cookieStorage, type StorageAdapter } from './storage.ts';
import { consentTerms } from './terms.ts';
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

type ConsentNews = Record<'decisions' | 'previous', ConsentDecisions> & Pick<ConsentState, 'source'>;

/** What is on the page once, whatever number of stores: the cookie whose decision it was last told of. */
const ANNOUNCED = Symbol.for('permesso.announced');
const page = globalThis as { [ANNOUNCED]?: string | null; dispatchEvent?(event: Event): void };

const browserSignal = () =>
  (globalThis.navigator as { globalPrivacyControl?: unknown } | undefined)?.globalPrivacyControl === true;

/** Creates a store; importing this module touches nothing. Stores over one storage follow each other. */
export function createConsentStore(options: ConsentStoreOptions): ConsentStore {
  let { config } = options;
  const { now, record, uuid = randomUuid, gpc = browserSignal() } = options;
  const { storage = cookieStorage(config.cookie), initialCookie = storage.read() } = options;

  /** The value of the cookie that the state rests on. */
  let value =
    typeof initialCookie === 'object' ? initialCookie && encodeConsentCookie(initialCookie) : initialCookie;
  /** Who has not decided keeps the id; a consent whose cookie was deleted has ended. */
  const judge = (id = uuid) => resolveConsent(value, config, { gpc, now, uuid: id });
  let resolved = judge();
  /** The banner was put away; until a decision or the next page load it stays so. */
  let hidden = false;
  /** The browser did not take the cookie: the decision holds for this page. */
  let refused = false;
  /** A server without a storage has nothing to keep the signal in. */
  let signalHonored = !options.storage && typeof document === 'undefined';
  /** Decisions that a newer one replaced on this page: they never come back. */
  const replaced = new Set<string | null>();
  const ran: ConsentExpr[] = [];
  const { atom: news, clear: clearNews } = createAtom<ConsentNews | null>(null);
  // The first state is shown below.
  const { atom, set, clear } = createAtom(resolved as unknown as ConsentState);

  const has = (expr: ConsentExpr) => isGranted(resolved, config, expr);
  const due = (): ConsentView => (hidden ? 'closed' : initialView(resolved, config));
  const show = (ui: ConsentView, draft = resolved.decisions, beforehand?: () => void) => {
    const { cookie, ...state } = resolved;
    const needsReload = atom.value.needsReload || ran.some((expr) => !has(expr));
    const next = { ...state, ui, draft, needsReload };
    for (const part of [next, draft, next.decisions]) Object.freeze(part);
    set(next, beforehand);
  };
  show(due());

  /** Tells of the decision that holds now, the window once for all stores. */
  function announce(previous: ConsentDecisions) {
    const { decisions, source } = resolved;
    const detail = { decisions, previous, source };
    news.notify(detail);
    if (page[ANNOUNCED] !== value) page.dispatchEvent?.(new CustomEvent('consentchange', { detail }));
    page[ANNOUNCED] = value;
  }

  function write() {
    // Who hears of the writing reads before it is known whether the cookie was taken.
    refused = true;
    isolated(() => storage.write(value!, config.cookie));
    refused = !storage.read();
  }

  /** Lets the state rest on this cookie; returns whether it is another than before. */
  function adopt(next: string | null, id?: () => string): boolean {
    const changed = next !== value;
    replaced.add(value).delete(next);
    value = next;
    resolved = judge(id);
    return changed;
  }

  /** Commits a decision: state first, then cookie, listeners, record and event. */
  function act(action: ConsentAction): boolean {
    const { ui, draft, decisions: previous } = atom.value;
    const source = ui === 'closed' ? 'api' : action === 'save' ? 'preferences' : ui;
    const made = decide(resolved, config, action, { draft, source, now, uuid });
    if (!made) return false;
    hidden = false;
    adopt(encodeConsentCookie(made.cookie));
    show('closed', undefined, write);
    if (config.recording.enabled && record) {
      new Promise((resolve) => resolve(record(made.submission))).then(
        () => reread(),
        () => {},
      );
    }
    announce(previous);
    return true;
  }

  /** Judges what the storage holds now, and follows it unless it is a decision that was replaced here. */
  function reread(renewed = false) {
    const { decisions: previous, ui, draft } = atom.value;
    const { status, consentId, cookie } = resolved;
    let next = storage.read() ?? (refused ? value : null);
    // By the very cookie, not by its time: a clock may have been put back, and a withdrawal elsewhere must hold.
    // Once each, so that two tabs of one second can never answer each other for ever.
    if (cookie && next && replaced.delete(next)) {
      next = value;
      write();
    }
    const changed = adopt(next, cookie ? uuid : () => consentId);
    if (!changed && !renewed && resolved.status === status) return show(ui, draft);
    show(ui === 'preferences' && isInForce(config) ? ui : due());
    if (changed && resolved.cookie) announce(previous);
  }

  /** Rule C11: under opt-out the signal is a decision, to be kept and recorded once. */
  function honorSignal() {
    const { source, cookie, decidedAt } = resolved;
    if (signalHonored || source !== 'gpc' || cookie?.t === decidedAt) return;
    signalHonored = true;
    // The page may be older than the cookie: what another page has stored meanwhile goes first.
    reread();
    act('gpc');
  }

  const follow = (renewed?: boolean) => {
    reread(renewed);
    honorSignal();
  };
  const unsubscribe = storage.subscribe?.(() => follow());
  honorSignal();

  const store: ConsentStore = Object.assign(atom, {
    config,
    init: atom.value,
    getState: atom.get,
    onChange: (listener: ConsentListener) =>
      news.listen((_, change) => listener(change!.decisions, change!.previous, change!.source)),
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
      const { draft, ui } = atom.value;
      const open = consentTerms(config).categories.some(
        (category) => category.key === key && !category.required && !(gpc && category.gpc),
      );
      if (open && isInForce(config)) show(ui, { ...draft, [key]: on ?? !draft[key] });
    },
    open(view: 'preferences' | 'banner' = 'preferences') {
      if (isInForce(config)) show(view, atom.value.draft);
    },
    close() {
      hidden ||= atom.value.ui === 'banner';
      show(due());
    },
    refresh(renewed?: ConsentConfig) {
      if (renewed) store.config = config = renewed;
      follow(!!renewed);
    },
    destroy() {
      unsubscribe?.();
      clearNews();
      clear();
    },
    markRan(expr: ConsentExpr) {
      ran.push(expr);
      show(atom.value.ui, atom.value.draft);
    },
  });
  return store;
}
