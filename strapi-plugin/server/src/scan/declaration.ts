import {
  TRACKER_HOST,
  TRACKER_STORAGES,
  type TrackerCookie,
  type TrackerStorage,
} from '@permesso/consent-core';
import type { InventoryItem, ReportFinding, ScanReport } from '../../../scan/report/schema';
import { isTrackerPresetKey, type PresetCategory, type TrackerPresetKey } from '../catalogue/presets';
import { COOKIE_PATTERN } from '../content/field-checks';

/** A tracker as a scan saw it: what a declaration of it would hold. */
export interface SeenTracker {
  /** Of the catalogue; null where it does not know it. */
  preset: TrackerPresetKey | null;
  name: string;
  vendor: string | null;
  /** The default category that it would be filed under, where that is known. */
  category: PresetCategory | null;
  hosts: string[];
  cookies: TrackerCookie[];
}

/** Kinds of subjects that can be declared. */
const DECLARABLE: readonly string[] = ['host', ...TRACKER_STORAGES];

/** As many as a tracker may have; the scanner sees more only where somebody means harm. */
const MOST_HOSTS = 100;
const MOST_COOKIES = 200;
const LONGEST = 255;

/**
 * What a finding is about, with everything that the run saw of the same name: whoever declares a vendor's cookie wants to
 * declare its hosts, too.
 *
 * @param locale in which lifetimes are said
 * @returns null where there is nothing to declare: it is about the banner, or declared already.
 */
export function seenTracker(
  { subject, known, declaredCategory }: ReportFinding,
  report: Pick<ScanReport, 'inventory'> | null,
  locale: string,
): SeenTracker | null {
  if (!DECLARABLE.includes(subject.kind) || declaredCategory !== null) return null;
  const itself: InventoryItem = {
    kind: subject.kind as InventoryItem['kind'],
    name: subject.name,
    host: subject.host ?? subject.name,
    firstParty: false,
    decisions: [],
    lifetime: null,
    declared: null,
    known,
  };
  const inventory = report?.inventory ?? [];
  const isItself = ({ kind, name }: InventoryItem) => kind === subject.kind && name === subject.name;
  const seen = inventory.filter(
    (item) =>
      item.declared === null && (isItself(item) || (known !== null && item.known?.name === known.name)),
  );
  const items = seen.some(isItself) ? seen : [itself, ...seen];
  return {
    preset: known?.preset && isTrackerPresetKey(known.preset) ? known.preset : null,
    name: known?.name ?? subject.name,
    vendor: known?.company ?? null,
    category: known?.category ?? null,
    hosts: hostsOf(items),
    cookies: items.flatMap((item) => cookieOf(item, locale) ?? []).slice(0, MOST_COOKIES),
  };
}

const hostsOf = (items: readonly InventoryItem[]): string[] =>
  [
    ...new Set(
      items.filter(({ kind, name }) => kind === 'host' && TRACKER_HOST.test(name)).map(({ name }) => name),
    ),
  ].slice(0, MOST_HOSTS);

function cookieOf(
  { kind, name, host, firstParty, lifetime }: InventoryItem,
  locale: string,
): TrackerCookie | null {
  if (!isStorage(kind) || !COOKIE_PATTERN.test(name) || name.length > LONGEST) return null;
  return {
    name,
    // That of the site itself is said by leaving it out.
    ...(firstParty ? {} : { domain: host }),
    storage: kind,
    ...(lifetime === null ? {} : { durationText: lifetimeText(lifetime, locale) }),
  };
}

const isStorage = (kind: string): kind is TrackerStorage =>
  (TRACKER_STORAGES as readonly string[]).includes(kind);

const DAY = 86_400;

/** The shortest words that allow what was seen: rounded up, or the next scan would find that it outlives them. */
function lifetimeText(seconds: number, locale: string): string {
  const [unit, size] =
    seconds > 2 * DAY
      ? (['day', DAY] as const)
      : seconds > 7200
        ? (['hour', 3600] as const)
        : (['minute', 60] as const);
  const count = Math.max(1, Math.ceil(seconds / size));
  const options = { style: 'unit', unit, unitDisplay: 'long', useGrouping: false } as const;
  try {
    return new Intl.NumberFormat(locale, options).format(count);
  } catch {
    // A locale of the site need not be a language.
    return new Intl.NumberFormat('en', options).format(count);
  }
}
