import type { ConsentConfig, ConsentExpr, ConsentTracker } from '../../contract/config.ts';
import { addressesIn, bestFits, isOnHosts, namesIn } from '../../rules/host-pattern.ts';

/** What becomes of what loads from a host that no tracker of the configuration names. */
export type UnknownHosts = 'block' | 'allow' | 'warn';

/** Never granted; a visitor may still load one thing once. */
const NEVER: ConsentExpr = { or: [] };

/** What a thing needs before it may load, from all that it would load. */
export class Needs {
  readonly categories: Set<string> = new Set();
  readonly trackers: Set<ConsentTracker> = new Set();
  /** Hosts that nobody declared, and what else nobody can name, as an empty text. */
  readonly unknown: Set<string> = new Set();
  /** Services of required categories, where nobody knows whether the visitor has refused them by name: a gate waits for them, and nothing else. */
  readonly uncertain: Set<string> = new Set();

  get areNone(): boolean {
    return this.categories.size === 0 && this.unknown.size === 0;
  }

  /** What a thing needs that becomes a gate. */
  get ofGate(): Needs {
    const needs = new Needs();
    needs.add(this);
    for (const key of this.uncertain) needs.categories.add(key);
    return needs;
  }

  /** A category or a service, a combination of them, or what is never granted. */
  get expression(): ConsentExpr {
    if (this.unknown.size > 0) return NEVER;
    const keys = [...this.categories].sort();
    return keys.length === 1 ? keys[0]! : { and: keys };
  }

  add(others: Needs): void {
    for (const key of others.categories) this.categories.add(key);
    for (const tracker of others.trackers) this.trackers.add(tracker);
    for (const host of others.unknown) this.unknown.add(host);
    for (const key of others.uncertain) this.uncertain.add(key);
  }
}

export interface OwnersInput {
  config: ConsentConfig | null;
  /** The page's address, against which others are resolved. */
  page: string;
  /** The site's own hosts, with their ports; `*.` and a name for all below it. Most pages ask nothing of them. */
  own: () => readonly string[];
  unknown: UnknownHosts;
  /** Whether code that names no third party is the site's own. */
  ownCode: boolean;
  warn: (message: string) => void;
  /** Is told of a host that is held back from everybody as no tracker names it, and shows something rather than runs it. */
  blocked?: ((host: string) => void) | undefined;
  /** The address of the CMS, where there is one. Asked for where a picture is wanted. */
  cms?: () => string | null;
  /** Whether a service is granted to whoever gets this; null, the default, where several share it. */
  has?: ((service: string) => boolean) | null;
  /** Is told of every address that is not the site's own, and by null of what nobody can name, as often as they are met. */
  foreign?: (address: URL | null) => void;
}

/** Says whose an address is, and so what it needs. */
export class Owners {
  readonly #config: ConsentConfig | null;
  readonly #page: string;
  readonly #own: () => readonly string[];
  readonly #unknown: UnknownHosts;
  readonly #ownCode: boolean;
  readonly #warn: (message: string) => void;
  readonly #blocked: (host: string) => void;
  readonly #cms: () => string | null;
  readonly #has: ((service: string) => boolean) | null;
  readonly #foreign: (address: URL | null) => void;
  readonly #warned = new Set<string>();

  constructor(input: OwnersInput) {
    const { config, page, own, unknown, ownCode, warn, has = null, foreign = () => {} } = input;
    this.#config = config;
    this.#page = page;
    this.#own = own;
    // Where nothing is known, nothing is allowed (C1).
    this.#unknown = config ? unknown : 'block';
    this.#ownCode = ownCode;
    this.#warn = warn;
    // Without a configuration everything is held back, and for a while: that says nothing about a host.
    this.#blocked = (config && input.blocked) || (() => {});
    this.#cms = input.cms ?? (() => null);
    this.#has = has;
    this.#foreign = foreign;
  }

  /**
   * What an address needs that is loaded as a picture, a film, a style, a script or a frame.
   *
   * @param runs whether what is loaded is code or a document, so that a `data:` address is one that somebody else wrote
   */
  address(text: string, runs: boolean, needs: Needs): void {
    const address = this.#parsed(text);
    const protocol = address?.protocol;
    // Made by a script of this page, or empty.
    if (protocol === 'blob:' || protocol === 'about:') return;
    if (protocol === 'javascript:' || (protocol === 'data:' && runs)) this.#dataAddress(text, needs);
    else if (protocol === 'data:') return;
    else if (!address) this.#needsUnknown('', needs);
    else if (!this.#isOwn(address)) {
      this.#party(address, address.host, needs);
      if (!runs && needs.unknown.has(address.host)) this.#blocked(address.host);
    }
  }

  /** A document or code in an address. */
  #dataAddress(text: string, needs: Needs): void {
    const { kind, data } = dataOf(text);
    // Of two bytes a character, nobody would see an address in it.
    if (data === null || /utf-?16/i.test(kind)) this.unreadable(needs);
    else this.code(data, needs);
  }

  /**
   * What code needs that stands in the page: what the addresses need that it names, and the trackers of whose hosts it names one, for
   * many put their address together from parts. Where it names none, nobody can say.
   */
  code(text: string, needs: Needs): void {
    const plain = text.replace(/\\\/|\\u002f|\\x2f/gi, '/');
    const foreign = addressesIn(plain).filter(
      (address) => !address || !(this.#isOwn(address) || isNamespace(address)),
    );
    const trackers = this.#config?.trackers ?? [];
    const named = namesIn(plain)
      .filter((address) => !this.#isOwn(address))
      .flatMap((address) => bestFits(address, trackers));
    if (foreign.length === 0 && named.length === 0 && !this.#ownCode) this.#needsUnknown('', needs);
    for (const address of foreign) {
      if (address) this.#party(address, address.host, needs);
      else this.#needsUnknown('', needs);
    }
    for (const tracker of named) this.#tracker(tracker, tracker.name, needs);
  }

  /** Whether code needs nothing. */
  isOwnCode(text: string): boolean {
    const needs = new Needs();
    this.code(text, needs);
    return needs.areNone;
  }

  /** What a text needs that nobody can read: as what an unknown host does. */
  unreadable(needs: Needs): void {
    this.#needsUnknown('', needs);
  }

  /** An address of the site's own hosts, from which something may be shown before any consent; null for all others. */
  ownAddress(text: string | undefined): string | null {
    const address = text ? this.#parsed(text) : null;
    return address && /^https?:$/.test(address.protocol) && this.#isOwn(address) ? address.href : null;
  }

  /** The picture that the CMS has for the first of some services that has one, on the site's own hosts; null where it has none. */
  pictureOf(trackers: Iterable<ConsentTracker>): string | null {
    const base = this.#cms() ?? this.#page;
    for (const { poster } of trackers) {
      const address = poster && URL.canParse(poster.url, base) && new URL(poster.url, base).href;
      const own = address ? this.ownAddress(address) : null;
      if (own) return own;
    }
    return null;
  }

  #party(address: URL, host: string, needs: Needs): void {
    this.#foreign(address);
    const trackers = bestFits(address, this.#config?.trackers ?? []);
    if (trackers.length === 0) this.#needsUnknown(host, needs);
    for (const tracker of trackers) this.#tracker(tracker, host, needs);
  }

  #tracker(tracker: ConsentTracker, host: string, needs: Needs): void {
    const category = this.#config?.categories.find(({ key }) => key === tracker.categoryKey);
    const service = this.#serviceOf(tracker);
    // A category that nobody knows is one that nobody can grant.
    if (!category) needs.unknown.add(host);
    // By its own name where it has one: it may have been refused alone.
    else if (!category.required) needs.categories.add(service ?? category.key);
    // Also before its category became required (C3).
    else if (service === null || this.#has?.(service)) return;
    else (this.#has ? needs.categories : needs.uncertain).add(service);
    needs.trackers.add(tracker);
  }

  /** The name by which visitors decide on a tracker alone; null where they do not. */
  #serviceOf({ key }: ConsentTracker): string | null {
    return key !== undefined && Object.hasOwn(this.#config?.services ?? {}, key) ? key : null;
  }

  #needsUnknown(host: string, needs: Needs): void {
    if (!host) this.#foreign(null);
    if (this.#unknown === 'block') needs.unknown.add(host);
    if (this.#unknown !== 'warn' || this.#warned.has(host)) return;
    this.#warned.add(host);
    this.#warn(
      host
        ? `Content loads from ${host}, which no tracker names: add it to the hosts of one`
        : 'Content runs code that names no tracker: hold it back, or move it into the site',
    );
  }

  /** `https:a/b` is relative on a page of that scheme, and of another host on one of the other: a proxy may hide which it is. */
  #parsed(text: string): URL | null {
    const whole = plainAddress(text).replace(/^(https?):[\\/]*/i, '$1://');
    return URL.canParse(whole, this.#page) ? new URL(whole, this.#page) : null;
  }

  #isOwn(address: URL): boolean {
    return /^(https?|wss?):$/.test(address.protocol) && isOnHosts(address, this.#own());
  }
}

/** An address as browsers read it: without control characters and spaces before it, and line breaks and tabs in it (URL Standard, 4.4). */
export function plainAddress(text: string): string {
  let start = 0;
  while (text.charCodeAt(start) <= SPACE) start += 1;
  return text.slice(start).replace(/[\t\n\r]/g, '');
}

const SPACE = 32;

/** What `data:` says that it is, and what it is, a character for each byte; null where it is broken. */
export function dataOf(address: string): { kind: string; data: string | null } {
  const plain = plainAddress(address);
  const [, kind = '', data = address] = /^data:([^,]*),(.*)$/is.exec(plain) ?? [];
  const characters = charactersIn(data);
  try {
    return { kind, data: /;\s*base64\s*$/i.test(kind) ? atob(characters) : characters };
  } catch {
    return { kind, data: null };
  }
}

/** Names of kinds of markup, which look like addresses and lead nowhere: code that makes SVG has one. */
const isNamespace = ({ href }: URL) =>
  /^https?:\/\/www\.w3\.org\/(1999\/xhtml|2000\/svg|1999\/xlink|1998\/Math\/MathML|2000\/xmlns\/|XML\/1998\/namespace)$/.test(
    href,
  );

/** What stands in an address, a character for each byte; what is escaped in a wrong way stays as it is. */
const charactersIn = (text: string): string =>
  text.replace(/%([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
