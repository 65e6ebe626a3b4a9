import type {
  ConsentCategory,
  ConsentTracker,
  ProcessorChange,
  ProcessorEntry,
} from '@permesso/consent-core';
import type { LegalNode } from '@permesso/consent-core/legal';
import { categorySchema, processorEntrySchema, trackerSchema } from '@permesso/consent-core/schema';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { cmsApi } from './configs.ts';

/** What `GET legal/:slug` of the CMS answers: a published page as nodes, with the data that its tables need. */
export interface PublishedLegalPage {
  slug: string;
  title: string;
  locale: string;
  /** `YYYY-MM-DD`, or null. */
  effectiveDate: string | null;
  content: LegalNode[];
  data: {
    categories: ConsentCategory[];
    trackers: ConsentTracker[];
    documentsVersion: string;
    /** Absent when the register is off. */
    processors?: ProcessorEntry[];
    processorChanges?: ProcessorChange[];
  };
}

const changeSchema = z.object({ name: z.string(), change: z.enum(['added', 'removed']), date: z.string() });

const nodeSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('html'), html: z.string() }),
  z.object({ type: z.literal('cookie-table'), group: z.enum(['category', 'vendor']), duration: z.boolean() }),
  z.object({
    type: z.literal('processor-table'),
    mode: z.enum(['recipients', 'transfers', 'subprocessors', 'annex', 'changes']),
  }),
  z.object({ type: z.literal('policy-version') }),
]);

const pageSchema = z.object({
  slug: z.string(),
  title: z.string(),
  locale: z.string(),
  effectiveDate: z.string().nullable(),
  content: z.array(nodeSchema),
  data: z.object({
    categories: z.array(categorySchema),
    trackers: z.array(trackerSchema),
    documentsVersion: z.string(),
    processors: z.array(processorEntrySchema).optional(),
    processorChanges: z.array(changeSchema).optional(),
  }),
});

const listSchema = z.object({ processors: z.array(processorEntrySchema), changes: z.array(changeSchema) });

/** How long an answer is served without asking again, and how long one is waited for, in milliseconds. */
const FRESH_MS = 60_000;
const TIMEOUT_MS = 5000;

const answers = new LRUCache<string, { body: unknown }>({
  max: 200,
  ttl: FRESH_MS,
  allowStale: true,
  noDeleteOnStaleGet: true,
  fetchMethod: async (url, known) => {
    try {
      return { body: await ask(url) };
    } catch (error) {
      // Documents outlive an outage of the CMS; the next minute asks again.
      if (known) return known;
      throw error;
    }
  },
});

/**
 * A published legal page in this locale, or else in the CMS's default one; null when there is none of that name. With
 * the CMS away the last one that it gave.
 * @throws when the CMS cannot be read and has not been before.
 */
export async function legalPage(slug: string, locale?: string | null): Promise<PublishedLegalPage | null> {
  const body = await read(`legal/${encodeURIComponent(slug)}`, locale);
  return body === null ? null : (pageSchema.parse(body) as PublishedLegalPage);
}

/** The published sub-processors and their changes; null without the register, or while the CMS is away. */
export async function subprocessorList(
  locale?: string | null,
): Promise<{ processors: ProcessorEntry[]; processorChanges: ProcessorChange[] } | null> {
  try {
    const body = await read('subprocessors', locale);
    if (body === null) return null;
    const { processors, changes } = listSchema.parse(body);
    return { processors: processors as ProcessorEntry[], processorChanges: changes };
  } catch (error) {
    console.warn(`[consent] The list of sub-processors could not be read: ${(error as Error).message}`);
    return null;
  }
}

async function read(path: string, locale: string | null | undefined): Promise<unknown> {
  const api = cmsApi();
  if (!api) return null;
  const url = new URL(`${api}/${path}`);
  if (locale) url.searchParams.set('locale', locale);
  return (await answers.fetch(url.href))?.body ?? null;
}

async function ask(url: string): Promise<unknown> {
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'error',
  });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`${url} answered ${response.status}; is the consent plugin enabled?`);
  return response.json();
}
