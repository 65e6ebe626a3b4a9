/** What several seeded sites are made of. */
import type { VisitKind } from '../../../../scan/observe/observations';
import type { ScanOptions } from '../../../../scan/options';
import { declaring, TRACKERS } from '../declared';
import { load, pixel, type SiteParts } from '../pages';

export interface SeededSite {
  /** What is special about it, as a sentence that goes on from "a site that". */
  that: string;
  parts: SiteParts;
  /** Its own name, where that matters. */
  host?: string;
  visits: readonly VisitKind[];
  /** A file that is given as declared; the usual where it is left out, none where it is null. */
  declared?: object | null;
  options?: Partial<ScanOptions>;
  /** The findings, as the rule's number and the subject. */
  finds: readonly string[];
}

export const STATS = load('https://stats.example/s.js?stores=_st');
export const ADS = pixel('https://ads.example/pixel?cookie=uid');
export const WORKING: SiteParts = { granted: { analytics: STATS, marketing: ADS } };

type Tracker = (typeof TRACKERS)[0];
export const [choice, stats, ads] = TRACKERS as [Tracker, Tracker, Tracker];

/** Script that takes away what the statistics stored. */
export const FORGET_STATS = `document.cookie = '_st=; Path=/; Max-Age=0';`;

export const OPT_OUT = declaring(TRACKERS, 'opt-out');

/** The same, where analytics is on without consent. */
export const exempting = (declared: ReturnType<typeof declaring>) => ({
  ...declared,
  categories: declared.categories.map((one) => (one.key === 'analytics' ? { ...one, basis: 'exempt' } : one)),
});
