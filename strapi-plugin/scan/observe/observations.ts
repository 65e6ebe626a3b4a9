import type { ConsentModel } from '@permesso/consent-core';
import type { Declared } from '../declared';

/** What the visitor had decided when something was seen. `partly`: one category, or one service, alone. */
export type Decision = 'none' | 'granted' | 'partly' | 'refused' | 'withdrawn';

export const VISIT_KINDS = [
  'no-choice',
  'reject',
  'accept',
  'category',
  'service',
  'withdraw',
  'gpc',
  'returning',
  'no-javascript',
] as const;
export type VisitKind = (typeof VISIT_KINDS)[number];

/** From where, and how, something came about. */
export interface Origin {
  /** `response`: the server's; `script`; `parser`: the page's own markup; `unknown` where nobody can say. */
  by: 'response' | 'script' | 'parser' | 'worker' | 'service worker' | 'unknown';
  /** Address of the response, script or page. */
  address: string | null;
  /** Calls that led to it, innermost first. */
  stack: string[];
}

interface Seen {
  /** The page that was open. */
  page: string;
  decision: Decision;
}

export interface SeenRequest extends Seen {
  url: string;
  host: string;
  /** As the browser names it: `script`, `image`, `fetch`, `ping`, `websocket`, `prefetch`, `document` …; `hint`: a preconnect. */
  kind: string;
  method: string;
  /** Of the site that the page is of, as the browser judges it. */
  sameSite: boolean;
  /** The known third party that a host of the site is only another name of (CNAME); then it is not of the site. */
  alias?: string;
  /** Address of the page that the open one has the browser prepare, and that asked for it. */
  prerendered?: string;
  /** It is the page itself, which the visitor asked for. */
  navigation: boolean;
  /** Milliseconds since 1970. */
  at: number;
  origin: Origin;
  /** Null while nothing has been answered. */
  status: number | null;
}

export const ENTRY_STORAGES = [
  'cookie',
  'localStorage',
  'sessionStorage',
  'indexedDB',
  'cacheStorage',
  'serviceWorker',
] as const;
export type EntryStorage = (typeof ENTRY_STORAGES)[number];

/** Something kept in the browser. Its value is not kept. */
export interface SeenEntry extends Seen {
  storage: EntryStorage;
  name: string;
  /** Of a cookie its domain, else the host whose page keeps it. */
  host: string;
  firstParty: boolean;
  /** Seconds that it is kept from now on; null until the browser is closed, or where it has no end of its own. */
  lifetime: number | null;
  flags: string[];
  origin: Origin;
}

/** A command of Google's Consent Mode, as the page gave it. */
export interface SeenConsentSignal extends Seen {
  command: 'default' | 'update';
  state: Record<string, string>;
  at: number;
}

/** A clickable element of a banner as it is drawn. Lengths in CSS pixels. */
export interface ButtonLook {
  text: string;
  width: number;
  height: number;
  fontSize: number;
  fontWeight: number;
  /** Of its text against its ground, from 1 to 21 (WCAG 2.2, 1.4.3). */
  textContrast: number;
  /** Of its ground, or else its border, against what is around it. */
  shapeContrast: number;
  inView: boolean;
}

/** The banner as it is shown to somebody who has not decided. */
export interface BannerFacts {
  page: string;
  /** What it was found by, and for a known consent manager its name. */
  foundBy: 'permesso' | 'selectors' | 'autoconsent';
  manager: string;
  text: string;
  language: string;
  /** By what the site calls itself. */
  siteNames: string[];
  accept: ButtonLook | null;
  /** What refuses on the first layer; null where there is nothing. */
  refuse: ButtonLook | null;
  /** Milliseconds from the first paint of the page to that of the banner; null where that could not be seen. */
  delay: number | null;
  /** Whether Tab comes to it and Enter works it; null where it was not tried. */
  keyboard: { accept: boolean; refuse: boolean } | null;
  /** Names of optional choices that are ticked when the preferences are opened for the first time. */
  ticked: string[];
  links: { address: string; text: string; status: number | null; failure: string | null }[];
  /** Name of the picture in the report. */
  screenshot: string | null;
}

/** A place that a visit came from, as a CDN would name it. */
export interface Place {
  country: string;
  region: string | null;
}

/** One visit with a fresh profile: what was decided, and what was seen. */
export interface VisitRecord {
  kind: VisitKind;
  /** Of a visit that grants one category alone. */
  category: string | null;
  /** Of a visit that grants one service alone. */
  service: string | null;
  place: Place | null;
  gpc: boolean;
  /** The law that is judged by: what the site says, else the product's table for the place, else opt-in. */
  model: ConsentModel;
  pages: string[];
  requests: SeenRequest[];
  entries: SeenEntry[];
  signals: SeenConsentSignal[];
  /** JPEGs in base64 of pages on which something was found. */
  pictures: { page: string; data: string }[];
  /** A banner was in view before anything was decided. */
  bannerSeen: boolean;
  /** Clicks from the page to the decision; null where it could not be made. */
  clicks: number | null;
  /** A returning visitor: whether they were asked again under the same conditions, and under changed ones. */
  askedAgain: { unchanged: boolean; changed: boolean | null } | null;
  /** Why it, or a part of it, could not be done. */
  notes: string[];
  complete: boolean;
}

/** All that the rules judge by. */
export interface Observations {
  /** Address that the scan began at. */
  site: string;
  declared: Declared | null;
  visits: VisitRecord[];
  banner: BannerFacts | null;
}
