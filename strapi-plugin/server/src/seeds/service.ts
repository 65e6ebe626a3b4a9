import type { Core } from '@strapi/strapi';
import { getPluginOptions, type ProcessorSeed, type SeedOptions, type TrackerSeed } from '../options';
import { PLUGIN, UIDS } from '../schema';
import { readLocales } from '../versions/content';
import { createProcessor } from './processors';
import { createCategories, createSettings } from './settings';
import { createTracker } from './trackers';

export interface SeedsService {
  /** Fills empty types, each of them once in the life of the database. */
  firstStart(): Promise<void>;
  /** @returns the document ids of the trackers created. */
  trackers(entries: readonly TrackerSeed[]): Promise<string[]>;
  /** @returns the document ids of the processors created. */
  processors(entries: readonly ProcessorSeed[], addedAt?: string): Promise<string[]>;
}

type Part = 'setting' | 'category' | 'tracker' | 'processor' | 'legalPage';

export function seedsService({ strapi }: { strapi: Core.Strapi }): SeedsService {
  const seed: SeedOptions | false = getPluginOptions(strapi).seed;
  const locale = async () => (seed ? seed.locale : undefined) ?? (await readLocales(strapi)).default;

  const seeds: SeedsService = {
    async firstStart() {
      if (!seed) return;
      const into = await locale();
      await once(strapi, 'setting', () => createSettings(strapi, seed, into));
      if (seed.categories !== false) {
        await once(strapi, 'category', () => createCategories(strapi, seed.categories, into));
      }
      if (seed.trackers?.length) await once(strapi, 'tracker', () => seeds.trackers(seed.trackers ?? []));
      if (seed.processors?.length)
        await once(strapi, 'processor', () => seeds.processors(seed.processors ?? []));
    },
    async trackers(entries) {
      const into = await locale();
      const created: string[] = [];
      for (const entry of entries) {
        if (typeof entry === 'string' || 'key' in entry) continue;
        const id = await createTracker(strapi, entry.tracker, {
          enabled: entry.enabled ?? true,
          locale: into,
        });
        if (id) created.push(id);
      }
      return created;
    },
    async processors(entries, addedAt) {
      const into = await locale();
      const created: string[] = [];
      for (const entry of entries) {
        if (typeof entry === 'string' || 'key' in entry) continue;
        created.push(await createProcessor(strapi, { addedAt, ...entry.processor }, into));
      }
      return created;
    },
  };
  return seeds;
}

/** Remembers what was seeded: whoever deletes all of it does not get it back at the next start. */
async function once(strapi: Core.Strapi, part: Part, create: () => Promise<unknown>): Promise<void> {
  const store = strapi.store({ type: 'plugin', name: PLUGIN, key: 'seeded' });
  const seeded = ((await store.get({})) ?? {}) as Partial<Record<Part, string>>;
  if (seeded[part]) return;
  if ((await strapi.db.query(UIDS[part]).count()) === 0) await create();
  await store.set({ value: { ...seeded, [part]: new Date().toISOString() } });
}
