import type { ConsentConfig, ConsentExpr } from '../contract/config.ts';
import { isolated } from './atom.ts';
import { trusted } from './trusted-types.ts';

/** What the loader needs of a store; anything that answers these serves as well. */
export interface ConsentGrants {
  has(expr: ConsentExpr): boolean;
  /** Calls the listener at once and on every change of what is granted. */
  subscribe(listener: () => void): () => void;
  /** What keeps the decision. Stores that share it answer for the same scripts; without it a script counts for all. */
  readonly keptIn?: unknown;
  /** Says whether Consent Mode speaks for the tags that it manages. Without it they wait for consent like all others. */
  readonly config?: Pick<ConsentConfig, 'enabled' | 'jurisdiction' | 'consentMode'> | undefined;
}

export interface LoaderOptions {
  /** For a Content-Security-Policy with nonces. By default trackers carry the page's own, and markup what it came with. */
  nonce?: string;
}

export interface Ledger extends Map<string, ConsentExpr> {
  /** By whose decision each ran; see `keptIn`. */
  owners?: Map<string, unknown>;
  /** The decision that the window was told of last. */
  announced?: string;
  /** While a decision is kept and recorded: what waits for the end of that. */
  afterCommit?: Set<() => void>;
  /** The nonce that the document came with. */
  nonce?: string;
  /** Marks a script that the core makes, for a router that else would run it anew. */
  mark?: (script: HTMLElement) => void;
}

/**
 * What ran in this document, and under which expression: where that is granted no more, only a reload ends it
 * (rule C12). On `globalThis`, because client-side navigation replaces the markup and the store, and bundles may
 * be two, yet the scripts run on. Under a symbol, because an element's `id` is a name on `window` too.
 */
export const ledger = (): Ledger =>
  ((globalThis as { [key: symbol]: Ledger | undefined })[Symbol.for('pl-consent')] ??= new Map());

/** Enters what is to run now; false where it ran already: once per document, whoever inserts it. */
export const markRan = (key: string, expr: ConsentExpr, by: Pick<ConsentGrants, 'keptIn'> = {}): boolean => {
  const page = ledger();
  if (page.has(key)) return false;
  page.set(key, expr);
  page.owners ??= new Map();
  page.owners.set(key, by.keptIn);
  return true;
};

/** Declarative markup that waits for consent. */
export const DECLARED =
  'script[type="text/plain"][data-consent-category],[data-consent-src][data-consent-category]';

/** What an element of the page waits for: a category key, or the JSON of an expression; what cannot be read is never granted. */
export const expressionOf = (waiting: HTMLElement): ConsentExpr => {
  const text = waiting.dataset.consentCategory ?? '';
  try {
    return text.includes('{') ? JSON.parse(text) : text;
  } catch {
    return { or: [] };
  }
};

/** The elements that mutations have brought, that are still there, and that a selector finds; text costs nothing. */
export const addedMatches = (changes: readonly MutationRecord[], selector: string): HTMLElement[] =>
  changes
    .flatMap(({ addedNodes }) => [...addedNodes])
    .filter((node): node is HTMLElement => node instanceof Element && node.isConnected)
    .flatMap((node) => [
      ...(node.matches(selector) ? [node] : []),
      ...node.querySelectorAll<HTMLElement>(selector),
    ]);

/** The nonce by which the document's own scripts are allowed: the first one, since no later page can change its policy. */
export const pageNonce = (): string =>
  (ledger().nonce ||= document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '');

/**
 * An element with these attributes, and with properties of its own: address and text of a script among them.
 * @throws where the page demands Trusted Types and does not allow our policy
 */
export const element = <Tag extends 'script' | 'img'>(
  tag: Tag,
  attributes: Iterable<{ name: string; value: string }>,
  own: Partial<HTMLElementTagNameMap[Tag]>,
): HTMLElementTagNameMap[Tag] => {
  const made = document.createElement(tag);
  // What is not a name of an attribute throws; the tracker works without it.
  for (const { name, value } of attributes) {
    isolated(() => made.setAttribute(name, /^on/i.test(name) ? trusted('Script', value) : value));
  }
  ledger().mark?.(made);
  const { src, text, ...rest } = own as Partial<HTMLScriptElement>;
  return Object.assign(made, rest, {
    ...(src && { src: trusted('ScriptURL', src) }),
    ...(text && { text: trusted('Script', text) }),
  });
};
