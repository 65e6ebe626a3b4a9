import type { Core } from '@strapi/strapi';
import type { ResolvedProcessorSeed } from '../options';
import { type ProcessorContent, processorFromPreset } from '../processors/presets';
import { UIDS } from '../uids';

/** What a seed stands for: a preset with what the owner knows better on top, or a processor of your own. */
export function processorOf(seed: ResolvedProcessorSeed, locale: string): ProcessorContent {
  if (typeof seed === 'string') return processorFromPreset(seed, {}, locale);
  return 'processor' in seed ? seed.processor : processorFromPreset(seed.key, seed.overrides, locale);
}

/** Those of the seeds whose name nothing in the register has. */
export async function absentProcessors(
  strapi: Core.Strapi,
  seeds: readonly ResolvedProcessorSeed[],
  locale: string,
): Promise<ResolvedProcessorSeed[]> {
  const present = await strapi.db.query(UIDS.processor).findMany({ select: ['name'] });
  const names = new Set(present.map(({ name }) => name));
  return seeds.filter((seed) => !names.has(processorOf(seed, locale).name));
}

/** Gives a processor from a preset the texts of another locale. Yours are in the language you wrote them in. */
export async function translateProcessor(
  strapi: Core.Strapi,
  documentId: string,
  seed: ResolvedProcessorSeed,
  locale: string,
): Promise<void> {
  if (typeof seed !== 'string' && 'processor' in seed) return;
  const { purpose, dataCategories, transfer } = processorOf(seed, locale);
  const data: Record<string, unknown> = { purpose, dataCategories, transferNotes: transfer.notes };
  await strapi.documents(UIDS.processor).update({ documentId, locale, data });
}
