/** Names what is seen: by the catalogue of trackers, then by `third-party-web`. What neither knows stays unknown. */
import { createRequire } from 'node:module';
import { hostsIn, namePattern } from '@permesso/consent-core';
import {
  type PresetCategory,
  TRACKER_PRESETS,
  type TrackerPreset,
  type TrackerPresetKey,
} from '../../server/src/catalogue/presets';
import type { EntryStorage } from '../observe/observations';
import { fits } from './address-pattern';
import { CATALOGUE_HOSTS } from './catalogue-hosts';

/** What is known of a party or an entry. */
export interface Known {
  name: string;
  company: string | null;
  /** What it would be filed under; null where that says nothing about consent. */
  category: PresetCategory | null;
  /** Its key in the catalogue. */
  preset: TrackerPresetKey | null;
  source: 'catalogue' | 'third-party-web';
}

const PRESETS = Object.entries(TRACKER_PRESETS) as [TrackerPresetKey, TrackerPreset][];

/** Every address that a tracker of the catalogue is reached at, as patterns. */
export function addressesOf(
  key: TrackerPresetKey,
  { loader, cookies }: TrackerPreset = TRACKER_PRESETS[key],
): string[] {
  const own = CATALOGUE_HOSTS[key];
  if (own) return [...own];
  return [
    ...hostsIn(loader?.src ?? ''),
    ...cookies.flatMap(({ domain }) => domain?.replace(/^\./, '') ?? []),
  ];
}

const ADDRESSES = PRESETS.map(([key, preset]) => ({ key, patterns: addressesOf(key, preset) }));

/** The tracker of the catalogue that is reached at this address. */
export function presetAt(address: string): TrackerPresetKey | null {
  let best: { key: TrackerPresetKey | null; fit: number } = { key: null, fit: 0 };
  for (const { key, patterns } of ADDRESSES)
    for (const pattern of patterns) {
      const fit = fits(address, pattern);
      if (fit > best.fit) best = { key, fit };
    }
  return best.key;
}

export const knownPreset = (key: TrackerPresetKey): Known => ({
  name: TRACKER_PRESETS[key].name,
  company: TRACKER_PRESETS[key].vendor ?? null,
  category: TRACKER_PRESETS[key].category,
  preset: key,
  source: 'catalogue',
});

/** What is known of an address of a third party. */
export function knownAddress(address: string): Known | null {
  const preset = presetAt(address);
  return preset ? knownPreset(preset) : knownEntity(address);
}

/** What is known of an entry, by its name and, where the catalogue has one, its host. */
export function knownEntry(storage: EntryStorage, name: string, host: string): Known | null {
  let best: { key: TrackerPresetKey | null; length: number } = { key: null, length: 0 };
  for (const [key, { cookies }] of PRESETS)
    for (const cookie of cookies) {
      const domain = cookie.domain?.replace(/^\./, '');
      const isThere = !domain || host === domain || host.endsWith(`.${domain}`);
      if (cookie.storage !== storage || !isThere || !namePattern(cookie).test(name)) continue;
      const length = cookie.name.replaceAll('*', '').length;
      if (length > best.length) best = { key, length };
    }
  return best.key ? knownPreset(best.key) : null;
}

/** How the categories of `third-party-web` are filed. What serves pages, or asks for consent, says nothing about it. */
const ENTITY_CATEGORIES: Readonly<Record<string, PresetCategory>> = {
  ad: 'marketing',
  marketing: 'marketing',
  social: 'marketing',
  analytics: 'analytics',
  'tag-manager': 'marketing',
  'customer-success': 'functional',
  video: 'functional',
  'consent-provider': 'necessary',
};

interface Entity {
  name: string;
  company: string;
  category: string;
}
type Entities = { getEntity(address: string): Entity | undefined };

let entities: Entities | null | undefined;

/** Whether parties that the catalogue does not know can be named. */
export const namesEntities = (): boolean => loadEntities() !== null;

function loadEntities(): Entities | null {
  if (entities === undefined) {
    try {
      entities = createRequire(import.meta.url)('third-party-web/nostats-subset') as Entities;
    } catch {
      entities = null;
    }
  }
  return entities;
}

function knownEntity(address: string): Known | null {
  const entity = loadEntities()?.getEntity(address);
  if (!entity) return null;
  const category = Object.hasOwn(ENTITY_CATEGORIES, entity.category)
    ? ENTITY_CATEGORIES[entity.category]
    : null;
  return {
    name: entity.name,
    company: entity.company ?? null,
    category: category ?? null,
    preset: null,
    source: 'third-party-web',
  };
}
