/** Whose something is that was seen: declared by the site, known to the catalogue, or neither; and whether it needs consent. */
import { type ConsentTracker, hostsIn, namePattern } from '@permesso/consent-core';
import { TRACKER_PRESETS, type TrackerPresetKey } from '../../server/src/catalogue/presets';
import { categoryOf, type Declared, type DeclaredCategory } from '../declared';
import type { SeenEntry, SeenRequest } from '../observe/observations';
import { fits } from './address-pattern';
import { addressesOf, type Known, knownAddress, knownEntry, presetAt } from './known';

export interface Identity {
  /** The declared tracker that it belongs to; of several the first that needs consent, or else the first. */
  tracker: ConsentTracker | null;
  /** All that declare it: services may share a host or a cookie. */
  declaredBy: readonly ConsentTracker[];
  category: DeclaredCategory | null;
  known: Known | null;
  /** Null where nobody can say. */
  needsConsent: boolean | null;
  /** Global Privacy Control switches it off where the law is not opt-in. */
  respectsGpc: boolean;
  /** The site's own, or that of the page's consent manager: nothing that one would declare. */
  own: boolean;
}

export interface Identities {
  ofRequest(request: SeenRequest): Identity;
  ofEntry(entry: SeenEntry): Identity;
  /** The tracker of the catalogue that a declared one is. */
  presetOf(tracker: ConsentTracker): TrackerPresetKey | null;
  /** Whether the tracker was at work in what was seen; null where nothing would show it. */
  wasSeen(tracker: ConsentTracker, requests: SeenRequest[], entries: SeenEntry[]): boolean | null;
}

/** Where a declared tracker is reached. */
interface Reach {
  tracker: ConsentTracker;
  preset: TrackerPresetKey | null;
  patterns: string[];
}

/** Categories of the catalogue that an objection to sale and sharing is about. */
const SHARING = new Set(['analytics', 'marketing']);

export function identitiesIn(declared: Declared | null, site: string): Identities {
  const reaches = (declared?.trackers ?? []).map((tracker) => reachOf(tracker, site));
  const remembered = new Map<string, Identity>();
  const once = (key: string, work: () => Identity): Identity => {
    const known = remembered.get(key) ?? work();
    remembered.set(key, known);
    return known;
  };
  const categoryOfTracker = ({ categoryKey }: ConsentTracker): DeclaredCategory | null =>
    (declared && categoryOf(declared, categoryKey)) ?? null;
  const needsConsentOf = (tracker: ConsentTracker): boolean => !categoryOfTracker(tracker)?.required;
  const identity = (declaredBy: readonly ConsentTracker[], known: Known | null): Identity => {
    // What may be of either is judged by the stricter.
    const tracker = declaredBy.find(needsConsentOf) ?? declaredBy[0] ?? null;
    const category = tracker ? categoryOfTracker(tracker) : null;
    return {
      tracker,
      declaredBy,
      category,
      known,
      needsConsent: tracker ? !category?.required : needsConsent(known),
      respectsGpc: category ? category.respectGPC : SHARING.has(known?.category ?? ''),
      own: false,
    };
  };
  return {
    ofRequest: (request) =>
      once(`${request.sameSite} ${request.alias} ${request.url}`, () => {
        const alias = request.alias && `https://${request.alias}/`;
        const atOnce = declaredAt(reaches, request.url);
        const declaredBy = alias && atOnce.length === 0 ? declaredAt(reaches, alias) : atOnce;
        // A page's own hosts are nobody's tracker, unless the site says so.
        if (declaredBy.length === 0 && request.sameSite) return OWN;
        const found = identity(declaredBy, request.sameSite ? null : knownAddress(alias ?? request.url));
        // Loads before consent by its owner's choice, and is told by signals what it may do.
        return found.tracker?.loader?.consentModeManaged ? { ...found, needsConsent: null } : found;
      }),
    ofEntry: (entry) =>
      once(`${entry.storage} ${entry.name} ${entry.host}`, () => {
        const cookie = declared?.product?.cookie;
        if (cookie && entry.firstParty && isProducts(entry.name, cookie)) return OWN;
        const known = knownEntry(entry.storage, entry.name, entry.host);
        return identity(declaredEntry(declared, entry), known);
      }),
    presetOf: (tracker) => reaches.find((reach) => reach.tracker === tracker)?.preset ?? null,
    wasSeen(tracker, requests, entries) {
      const reach = reaches.find((candidate) => candidate.tracker === tracker);
      if (!reach || (reach.patterns.length === 0 && !tracker.cookies?.length)) return null;
      return (
        requests.some(({ url, alias }) => isAt(reach, url) || (alias && isAt(reach, `https://${alias}/`))) ||
        entries.some((entry) => declares(tracker, entry))
      );
    },
  };
}

const OWN: Identity = {
  tracker: null,
  declaredBy: [],
  category: null,
  known: null,
  needsConsent: false,
  respectsGpc: false,
  own: true,
};

const needsConsent = (known: Known | null): boolean | null =>
  known?.category ? known.category !== 'necessary' : null;

/** What the product keeps for itself. */
const isProducts = (name: string, cookie: string): boolean =>
  name === cookie || name.startsWith(`${cookie}:`) || name.startsWith('permesso:');

function reachOf(tracker: ConsentTracker, site: string): Reach {
  const { src, inline } = tracker.loader ?? {};
  const address = src && URL.canParse(src, site) ? new URL(src, site) : null;
  const atLoader = address && presetAt(address.href);
  const byName = (Object.keys(TRACKER_PRESETS) as TrackerPresetKey[]).find(
    (key) => TRACKER_PRESETS[key].name.toLowerCase() === tracker.name.toLowerCase(),
  );
  const preset = atLoader ?? byName ?? null;
  return {
    tracker,
    preset,
    patterns: [
      // The script itself is its own, also where others are on that host: the site, or another service of the same vendor.
      ...(address ? [address.hostname, `${address.hostname}${address.pathname}`] : []),
      ...hostsIn(inline ?? ''),
      ...(tracker.cookies ?? []).flatMap(({ domain }) => domain?.replace(/^\./, '') || []),
      ...(preset ? addressesOf(preset) : []),
    ].filter((pattern) => pattern !== new URL(site).hostname),
  };
}

const isAt = ({ patterns }: Reach, address: string): boolean =>
  patterns.some((pattern) => fits(address, pattern) > 0);

/** Those that declare an address most closely: several where they share a host. */
function declaredAt(reaches: readonly Reach[], address: string): ConsentTracker[] {
  const fitting = reaches.map(({ tracker, patterns }) => ({
    tracker,
    fit: Math.max(0, ...patterns.map((pattern) => fits(address, pattern))),
  }));
  const best = Math.max(0, ...fitting.map(({ fit }) => fit));
  return fitting.filter(({ fit }) => fit > 0 && fit === best).map(({ tracker }) => tracker);
}

const declaredEntry = (declared: Declared | null, entry: SeenEntry): ConsentTracker[] =>
  declared?.trackers.filter((tracker) => declares(tracker, entry)) ?? [];

function declares({ cookies = [] }: ConsentTracker, { storage, name, host }: SeenEntry): boolean {
  return cookies.some((cookie) => {
    const domain = cookie.domain?.replace(/^\./, '');
    const isThere = !domain || host === domain || host.endsWith(`.${domain}`) || domain.endsWith(`.${host}`);
    return cookie.storage === storage && isThere && namePattern(cookie).test(name);
  });
}
