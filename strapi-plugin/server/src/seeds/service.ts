import type { Core } from '@strapi/strapi';
import { createTracker } from '../catalogue/new-tracker';
import { readLocales } from '../content/locales';
import { otherWrittenLocales } from '../content/written-locales';
import { alone } from '../database/lock';
import { retryingConflicts } from '../database/write-conflicts';
import {
  getPluginOptions,
  type ResolvedProcessorSeed,
  type ResolvedTrackerSeed,
  type SeedOptions,
} from '../options';
import { pluginService } from '../plugin-service';
import { createProcessor } from '../processors/new-processor';
import { effectiveSettings } from '../settings/service';
import { PLUGIN, UIDS } from '../uids';
import { getVersionsService } from '../versions/service';
import { createLegalPages, documentsOf } from './legal-pages';
import { absentProcessors, processorOf, translateProcessor } from './processors';
import { createCategories, createSettings } from './settings';
import { absentTrackers, trackerOf, translateTracker } from './trackers';

export interface SeedsService {
  /** Fills empty types, each of them once in the life of the database. */
  firstStart(): Promise<void>;
  /** Creates those that are not there yet. @returns the document ids of the trackers created. */
  trackers(entries: readonly ResolvedTrackerSeed[]): Promise<string[]>;
  /** Creates those that are not there yet. @returns the document ids of the processors created. */
  processors(entries: readonly ResolvedProcessorSeed[], addedAt?: string): Promise<string[]>;
}

type Part = 'setting' | 'category' | 'tracker' | 'processor' | 'legalPage';

export const getSeedsService = pluginService<SeedsService>('seeds');

export function seedsService({ strapi }: { strapi: Core.Strapi }): SeedsService {
  const seed: SeedOptions | false = getPluginOptions(strapi).seed;
  const locale = async () => (seed ? seed.locale : undefined) ?? (await readLocales(strapi)).default;

  const seeds: SeedsService = {
    async firstStart() {
      if (!seed) return;
      await warnOfUnknownLocale(strapi, seed.locale);
      // Read before the transaction, which would show what is not committed.
      const settings = await effectiveSettings(strapi);
      // Two that start at once on an empty database would both find it empty.
      await seedAlone(strapi, async () => {
        const into = await locale();
        await once(strapi, 'setting', () => createSettings(strapi, seed, into));
        if (seed.categories !== false) {
          await once(strapi, 'category', () => createCategories(strapi, seed.categories, into));
        }
        if (seed.trackers?.length) await once(strapi, 'tracker', () => seeds.trackers(seed.trackers ?? []));
        if (seed.processors?.length)
          await once(strapi, 'processor', () => seeds.processors(seed.processors ?? []));
        if (seed.company && seed.legalPages !== false && getPluginOptions(strapi).legalPages) {
          await once(strapi, 'legalPage', async () => {
            // The cookie policy lists what trackers declare, and the consent cookie is among what it is about.
            if (documentsOf(seed).includes('cookies')) await seeds.trackers(['consent']);
            await createLegalPages(strapi, seed, into, settings);
          });
        }
      });
      // What was read above is from before, also where another instance has seeded in between.
      getVersionsService(strapi).invalidate();
    },
    async trackers(entries) {
      const into = await locale();
      const others = await otherWrittenLocales(strapi, into);
      const created: string[] = [];
      for (const entry of await absentTrackers(strapi, entries)) {
        const { tracker, enabled } = trackerOf(strapi, entry, into);
        const id = await createTracker(strapi, tracker, { enabled, locale: into });
        if (!id) continue;
        created.push(id);
        for (const other of others) await translateTracker(strapi, id, entry, other);
      }
      return created;
    },
    async processors(entries, addedAt) {
      const into = await locale();
      const others = await otherWrittenLocales(strapi, into);
      const created: string[] = [];
      for (const entry of await absentProcessors(strapi, entries, into)) {
        const processor = processorOf(entry, into);
        const id = await createProcessor(strapi, { ...(addedAt ? { addedAt } : {}), ...processor }, into);
        created.push(id);
        for (const other of others) await translateProcessor(strapi, id, entry, other);
      }
      return created;
    },
  };
  return seeds;
}

/** What is seeded in a locale that the site does not have is kept, and seen by nobody until it has. */
async function warnOfUnknownLocale(strapi: Core.Strapi, locale: string | undefined): Promise<void> {
  const { all } = await readLocales(strapi);
  if (!locale || all.includes(locale)) return;
  strapi.log.warn(
    `consent: seed.locale is "${locale}", which this site does not have (it has ${all.join(', ')}). Add it under ` +
      'Settings > Internationalization, or choose another: until then nobody sees what is seeded in it.',
  );
}

/** One at a time on all instances, which would each find missing what the others are about to create. */
export const seedAlone = <T>(strapi: Core.Strapi, work: () => Promise<T>): Promise<T> =>
  retryingConflicts(() => alone(strapi, work));

/** What came with another part leaves room for a part that the options name later: the consent cookie came with the cookie policy. */
const NOT_BY_ANOTHER_PART: Partial<Record<Part, object>> = {
  tracker: { $or: [{ key: { $null: true } }, { key: { $ne: 'consent' } }] },
};

/** Remembers what was seeded: whoever deletes all of it does not get it back at the next start. */
async function once(strapi: Core.Strapi, part: Part, create: () => Promise<unknown>): Promise<void> {
  const store = strapi.store({ type: 'plugin', name: PLUGIN, key: 'seeded' });
  const seeded = ((await store.get({})) ?? {}) as Partial<Record<Part, string>>;
  if (seeded[part]) return;
  if ((await strapi.db.query(UIDS[part]).count({ where: NOT_BY_ANOTHER_PART[part] ?? {} })) === 0)
    await create();
  await store.set({ value: { ...seeded, [part]: new Date().toISOString() } });
}
