import type { ConsentConfig, ConsentCookieV1, RecordSubmission } from '../contract/config.ts';
import type { GpcSignal, PagePayload } from '../contract/payload.ts';
import { rawValues } from '../rules/cookie-reading.ts';
import type { ConsentJudgement } from '../rules/judge.ts';
import type { ConsentGrants } from './ledger.ts';
import type { ConsentStore } from './store.ts';

/** What the head's script has found out; absent where nothing could be judged: then nothing is granted. */
export interface PageFacts {
  payload: PagePayload;
  /** The decision that was judged; it may be of a clock that ran ahead, and then it does not count. */
  found: ConsentCookieV1 | null;
  judged: ConsentJudgement;
  gpc: GpcSignal;
  /** The text of the cookies that were judged. */
  cookie: string;
  /** By what is judged at the moment of the question. */
  has(key: string): boolean;
}

/** The files that a page loads only when it has a use for them, by name, and what they answer. */
export interface Parts {
  /** The store of the page and all that follows a decision. */
  consent: {
    /** Makes the store of this page, where it is not there yet and its configuration is known or can be had. */
    startStore(): Promise<ConsentStore | null>;
    /** Does what a control of the page asks for. */
    act(control: HTMLElement): void;
  };
  /** The same, where single services are decided on. */
  services: Parts['consent'];
  /** The trackers of the configuration, for visitors who granted something. */
  trackers: { attachPageTrackers(): void };
  preferences: {
    openPreferences(opener?: Element): void;
    offerReload(store: ConsentStore): void;
    /** Removes what the trackers of revoked categories and services left behind, of what was granted so far and from now on. */
    attachCleanup(store: ConsentStore, granted: Set<string>): void;
  };
  /** What makes a page that was written for everybody, or some time ago, that of its visitor of now. */
  visitor: {
    /** Asks for what holds for this visitor, and judges by it. */
    askConfig(store: ConsentStore): Promise<void>;
    /** The same where no configuration is known, and there is no store yet. */
    askWithoutConfig(): Promise<void>;
    /** The same where nobody has the rest of the page's configuration any more. */
    renewConfig(): void;
    /** Has the store judge by the payload of the page that client-side navigation is about to put in place. */
    followPage(store: ConsentStore, payload: PagePayload): Promise<void>;
    /** Keeps what the banner says in step with the store. */
    keepBanner(store: ConsentStore): void;
  };
  /** The bar of a preview; what it does it does by itself. */
  preview: object;
  /** What reads answers of the CMS, for pages that ask it themselves. */
  cms: { readCmsAnswer(answer: ConsentConfig): PagePayload | null };
  /** The banner and the dialog, where no server has written them. */
  interface: { makeInterface(store: ConsentStore, locale: string): Promise<void> };
  markup: {
    /** Serves what the page's own markup makes wait for consent. */
    attachMarkup(): void;
    /** Serves trackers whose vendors have a consent API of their own. */
    attachVendors(): void;
  };
}

/** Has records wait until all that they name is known: the consent string of their decision, on pages that give one. */
export interface RecordHold {
  /** Settles once the record may be sent. */
  (submission: RecordSubmission): Promise<void> | undefined;
  /** Whether what is not known yet may still come. */
  awaits: boolean;
  /** What waits, and lets it go. */
  held: Map<RecordSubmission, () => void>;
  /** Lets all of it go. */
  release(): void;
}

/** The page's one truth about grants, whatever bundle asks for it: without a store it is what the head judged. */
export interface Page {
  facts?: PageFacts;
  store: ConsentStore | null;
  /** Called whenever what is granted, or the configuration, may have changed. */
  listeners: Set<() => void>;
  /** The parts that this page has loaded; the first of its name stays. */
  parts: Partial<Parts>;
  /** Each use of a control before what answers it had come, in their order: the last one counts. */
  unanswered: Set<{ control: HTMLElement }>;
  /** Address of the folder that they lie in, with its last slash; known once the head's script has run. */
  files?: string;
  /** Puts banner and dialog into a page whose server writes none; absent where one does. */
  makeMarkup?: (store: ConsentStore) => Promise<void>;
  /** What was asked for this visitor, by its address, before there was a store to follow the answer. */
  early?: Record<string, Promise<Response>>;
  /** The rest of the configuration is being asked for. */
  asking?: Promise<void> | null;
  /** What had the focus before the banner had it. */
  focusedBefore?: HTMLElement;
  /** Only where records name what may come after their decision. */
  hold?: RecordHold;
}

const PAGE = Symbol.for('permesso.page');
const scope = globalThis as typeof globalThis & { [PAGE]?: Page };

/** On `globalThis`, so that two bundles share one truth. */
export function page(): Page {
  scope[PAGE] ??= {
    store: null,
    listeners: new Set(),
    parts: {},
    unanswered: new Set(),
  };
  return scope[PAGE];
}

/** Has all that follows the grants of the page look at them again. */
export function tellPage(): void {
  for (const listener of [...page().listeners]) listener();
}

/** The consent cookies' text: it is compared, not read. An element named `cookie` may stand there: that is another text. */
export const storedCookie = (name = page().facts?.payload.head.name ?? ''): string =>
  rawValues(`${document.cookie}`, name).join();

/** Grants nothing more by what the head judged: something was decided since, which may be a refusal. */
export function withhold(): void {
  const { facts } = page();
  if (facts) facts.judged.decisions = {};
  tellPage();
}

/**
 * Uses a part: in the same task where the page has it already, else when it has come. Loaded as a module it needs neither a
 * nonce nor Trusted Types, and its address is no literal, so that no bundler wraps the import in a loader of its own.
 *
 * @param lost is called where it does not come, or comes empty, as a blocker of its name answers
 */
export function withPart<Name extends keyof Parts>(
  name: Name,
  use: (part: Parts[Name]) => unknown = () => {},
  lost: () => unknown = () => {},
): void {
  const { parts, files, facts } = page();
  const present = parts[name];
  if (present) {
    use(present);
    return;
  }
  import(/* @vite-ignore */ `${files}${(name === 'consent' && facts?.payload.head.store) || name}.js`).then(
    () => {
      const part = parts[name];
      if (part) use(part);
      else lost();
    },
    lost,
  );
}

/**
 * What is granted on this page now; answers with and without a store, and follows from one to the other. For single
 * categories only, which is all that every page needs; `grants` answers expressions too.
 */
export const categoryGrants: ConsentGrants = {
  get config() {
    const { store, facts } = page();
    return store?.config ?? facts?.payload.config ?? undefined;
  },
  has(key) {
    const { store, facts } = page();
    return store ? store.has(key) : facts?.has(key as string) === true;
  },
  subscribe(listener) {
    const { listeners } = page();
    listeners.add(listener);
    listener();
    return () => listeners.delete(listener);
  },
};
