import type { ProcessorChange, ProcessorEntry } from '@permesso/consent-core';
import { type LegalSettings, settingReferences } from '@permesso/consent-core/legal';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import {
  type LegalPageSummary,
  legalPageListSchema,
  legalPageSchema,
  type PublishedLegalPage,
  type SubprocessorList,
  subprocessorListSchema,
} from '../legal-page.ts';
import { ask } from './ask.ts';
import { cmsApi } from './configs.ts';
import { createSharedCache } from './shared-cache.ts';

export type { LegalPageSummary, PublishedLegalPage, SubprocessorList } from '../legal-page.ts';

/**
 * How long an answer is served without asking again, how long one is waited for, and how long the CMS is left alone
 * after it failed where nothing is known, in milliseconds.
 */
const FRESH_MS = 60_000;
const TIMEOUT_MS = 5000;
const PAUSE_MS = 5000;

let pausedUntil = Number.NEGATIVE_INFINITY;

/** What the CMS gave last: apart from what is cached, where addresses that visitors make up push out the others. */
const given = new LRUCache<string, { body: unknown }>({ max: 500 });

const answers = createSharedCache<{ body: unknown }, null>({
  max: 500,
  freshMs: FRESH_MS,
  patienceMs: 2 * TIMEOUT_MS,
  async ask(url, stale) {
    const known = stale ?? given.get(url);
    if (!known && performance.now() < pausedUntil) throw new Error('the CMS failed a moment ago');
    try {
      const answer = { body: await read(url, TIMEOUT_MS) };
      if (answer.body === null) given.delete(url);
      else given.set(url, answer);
      return answer;
    } catch (error) {
      // Documents outlive an outage of the CMS; the next minute asks again.
      if (known) return known;
      pausedUntil = performance.now() + PAUSE_MS;
      throw error;
    }
  },
});

/**
 * A published legal page in this locale, or else in the CMS's default one; null when there is none of that name. With
 * the CMS away the last one that it gave.
 *
 * @param api address of the plugin's API; the site's own by default.
 * @throws when the CMS cannot be read and has not been before.
 */
export async function legalPage(
  slug: string,
  locale?: string | null,
  api = cmsApi(),
): Promise<PublishedLegalPage | null> {
  return api === null ? null : cached(api, legalPath(slug), locale, legalPageSchema);
}

/**
 * The published legal pages, each in this locale or else in the CMS's default one; null where legal pages are off.
 *
 * @throws as `legalPage`.
 */
export async function legalPageList(
  locale?: string | null,
  api = cmsApi(),
): Promise<LegalPageSummary[] | null> {
  const list = api === null ? null : await cached(api, 'legal', locale, legalPageListSchema);
  return list?.pages ?? null;
}

/**
 * Every published legal page, asked for at once and not from memory.
 *
 * @throws when the CMS is away, too slow, refuses, or answers with something else.
 */
export async function freshLegalPages(
  api: string,
  locale: string | null,
  timeoutMs: number,
): Promise<PublishedLegalPage[]> {
  const list = await fresh(api, 'legal', locale, timeoutMs, legalPageListSchema);
  if (!list)
    throw new Error(`${api}/legal answered 404; is the consent plugin enabled, with its legal pages?`);
  const pages = await Promise.all(
    list.pages.map(({ slug }) => fresh(api, legalPath(slug), locale, timeoutMs, legalPageSchema)),
  );
  return pages.filter((page) => page !== null);
}

/**
 * The public list of sub-processors with its notice and its changes; null where the register is off.
 *
 * @throws as `legalPage`.
 */
export async function publishedSubprocessors(locale?: string | null): Promise<SubprocessorList | null> {
  const api = cmsApi();
  return api === null ? null : cached(api, 'subprocessors', locale, subprocessorListSchema);
}

/** The published sub-processors and their changes; null without the register, or while the CMS is away. */
export async function subprocessorList(
  locale?: string | null,
): Promise<{ processors: ProcessorEntry[]; processorChanges: ProcessorChange[] } | null> {
  try {
    const list = await publishedSubprocessors(locale);
    return list && { processors: list.processors, processorChanges: list.changes };
  } catch (error) {
    console.warn(`[consent] The list of sub-processors could not be read: ${(error as Error).message}`);
    return null;
  }
}

/**
 * What Markdown of the site's own says of the notice to customers; of other settings the CMS publishes nothing.
 * Asks the CMS only where the text refers to it, and says nothing while the CMS is away.
 */
export async function noticeSettings(markdown: string, locale?: string | null): Promise<LegalSettings> {
  if (!settingReferences(markdown).some(({ setting }) => setting?.startsWith('notice-'))) return {};
  try {
    const list = await publishedSubprocessors(locale);
    return list ? { 'notice-days': list.noticeDays, 'notice-email': list.noticeEmail } : {};
  } catch (error) {
    console.warn(`[consent] The notice to customers could not be read: ${(error as Error).message}`);
    return {};
  }
}

const legalPath = (slug: string) => `legal/${encodeURIComponent(slug)}`;

async function cached<T>(
  api: string,
  path: string,
  locale: string | null | undefined,
  schema: z.ZodType<T>,
): Promise<T | null> {
  const url = addressOf(api, path, locale);
  return checked(url, (await answers.fetch(url, null)).body, schema);
}

async function fresh<T>(
  api: string,
  path: string,
  locale: string | null,
  timeoutMs: number,
  schema: z.ZodType<T>,
): Promise<T | null> {
  const url = addressOf(api, path, locale);
  return checked(url, await read(url, timeoutMs), schema);
}

function addressOf(api: string, path: string, locale: string | null | undefined): string {
  const url = new URL(`${api}/${path}`);
  if (locale) url.searchParams.set('locale', locale);
  return url.href;
}

function checked<T>(url: string, body: unknown, schema: z.ZodType<T>): T | null {
  if (body === null) return null;
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new Error(`${url} sent something else than expected: ${issue?.path.join('.')}: ${issue?.message}`);
}

async function read(url: string, timeoutMs: number): Promise<unknown> {
  const response = await ask(url, { headers: { accept: 'application/json' } }, timeoutMs);
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`${url} answered ${response.status}; is the consent plugin enabled?`);
  return response.json();
}
