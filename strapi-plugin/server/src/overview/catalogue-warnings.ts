import { TRACKER_PRESETS } from '../catalogue/presets';
import type { TrackerPreset } from '../catalogue/presets/preset';
import { OWN_PRESETS } from '../catalogue/presets/services';
import type { Content, TrackerRow } from '../content/site-content';
import { UIDS } from '../uids';
import type { WarningInParts } from './warning';

const DAY = 86_400_000;

/** After so long, in milliseconds, a vendor may store other things than it did when somebody looked: a year. */
const STALE = 365 * DAY;

/** What the plugin stores itself has no vendor to be compared with. */
const OF_VENDORS = new Map<string, TrackerPreset>(
  Object.entries(TRACKER_PRESETS).filter(([key]) => !OWN_PRESETS.includes(key)),
);

const BY_NAME = new Map([...OF_VENDORS.values()].map((preset) => [preset.name, preset]));

/**
 * Trackers that run with facts out of the catalogue which nobody has compared with what their vendor says, or not for a year. No entry of
 * the catalogue brings a day along: nobody has compared them all with their vendors, who change what they store.
 */
export const catalogueWarnings = ({ trackers }: Pick<Content, 'trackers'>, now: Date): WarningInParts[] =>
  trackers.flatMap(({ documentId, shared }) => {
    const { factsCheckedAt, vendorPrivacyUrl } = shared;
    if (!shared.enabled || !presetOf(shared)) return [];
    // Nobody has looked on a day to come. Tomorrow has begun east of here.
    const checked =
      factsCheckedAt && Date.parse(factsCheckedAt) <= now.getTime() + DAY ? factsCheckedAt : null;
    if (checked && now.getTime() - Date.parse(checked) <= STALE) return [];
    const since = checked
      ? `was last compared with its vendor on ${checked}`
      : 'was never compared with its vendor';
    const where = vendorPrivacyUrl ? ` at ${vendorPrivacyUrl}` : '';
    return [
      {
        code: 'catalogue-facts-unverified',
        message: `What tracker "${shared.name}" says out of the catalogue ${since}: check cookies, lifetimes and hosts${where}, then enter the day.`,
        subject: shared.name,
        ...(vendorPrivacyUrl ? { detail: vendorPrivacyUrl } : {}),
        uid: UIDS.tracker,
        documentId,
        field: 'factsCheckedAt',
      },
    ];
  });

/**
 * The entry of the catalogue that a tracker was made of, by its key; by its name, too, since a second one of the same preset has no key,
 * nor had any in earlier versions.
 */
export const presetOf = ({ key, name }: Pick<TrackerRow, 'key' | 'name'>): TrackerPreset | undefined =>
  OF_VENDORS.get(key ?? '') ?? BY_NAME.get(name);
