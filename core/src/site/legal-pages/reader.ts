import type { z } from 'zod';
import type { ProcessorChange, ProcessorEntry } from '../../contract/config.ts';
import { type LegalSettings, settingReferences } from '../../legal/shortcodes.ts';
import { askCms } from '../cms-requests.ts';
import { askPreview } from '../preview.ts';
import { createSharedAnswers, keepNewest } from '../shared-answers.ts';
import type { Visit } from '../visit.ts';
import {
  type LegalPageSummary,
  legalPageListSchema,
  legalPageSchema,
  type PublishedLegalPage,
  type SubprocessorList,
  subprocessorListSchema,
} from './published.ts';

/**
 * How long an answer is served without asking again, how long one is waited for, and how long the CMS is left alone
 * after it failed where nothing is known, in milliseconds.
 */
const FRESH_MS = 60_000;
const TIMEOUT_MS = 5000;
const PAUSE_MS = 5000;

/** How many answers are kept. */
const MOST = 500;

export interface LegalPagesOptions {
  /** Address of the plugin's API, asked when it is needed; null without a CMS. */
  api: () => string | null;
  /** Is told what goes wrong; `console.warn` by default. */
  warn?: (message: string) => void;
}

/** The published legal documents of a CMS, remembered for a minute, and for as long as the CMS is away. */
export interface LegalPages {
  /**
   * A published legal page in this locale, or else in the CMS's default one; null when there is none of that name. With
   * the CMS away the last one that it gave.
   *
   * @param api address of the plugin's API; the site's own by default.
   * @throws when the CMS cannot be read and has not been before.
   */
  page(slug: string, locale?: string | null, api?: string | null): Promise<PublishedLegalPage | null>;
  /**
   * The published legal pages, each in this locale or else in the CMS's default one; null where legal pages are off.
   *
   * @throws as `page`.
   */
  list(locale?: string | null, api?: string | null): Promise<LegalPageSummary[] | null>;
  /**
   * The public list of sub-processors with its notice and its changes; null where the register is off.
   *
   * @throws as `page`.
   */
  subprocessors(locale?: string | null): Promise<SubprocessorList | null>;
  /** The published sub-processors and their changes; null without the register, or while the CMS is away. */
  register(
    locale?: string | null,
  ): Promise<{ processors: ProcessorEntry[]; processorChanges: ProcessorChange[] } | null>;
  /**
   * What Markdown of the site's own says of the notice to customers; of other settings the CMS publishes nothing.
   * Asks the CMS only where the text refers to it, and says nothing while the CMS is away.
   */
  noticeSettings(markdown: string, locale?: string | null): Promise<LegalSettings>;
  /** Those that a page of this visit shows: in a preview what waits to be published, asked anew each time. */
  of(visit: Pick<Visit, 'preview'> | null | undefined): LegalPages;
}

/** Reads a document of the CMS; null where it has none. */
type ReadDocument = <T>(
  path: string,
  locale: string | null | undefined,
  schema: z.ZodType<T>,
  api?: string | null,
) => Promise<T | null>;

/** An answer that was checked once, when it came: null where the CMS has no such document. */
interface Checked {
  body: unknown;
}

export function createLegalPages({ api: ownApi, warn = warnOnConsole }: LegalPagesOptions): LegalPages {
  let pausedUntil = Number.NEGATIVE_INFINITY;
  // Apart from the other answers, where addresses that visitors make up push out what the CMS has.
  const given = new Map<string, Checked>();

  const answers = createSharedAnswers<Checked, z.ZodType>({
    max: MOST,
    freshMs: FRESH_MS,
    patienceMs: 2 * TIMEOUT_MS,
    async ask(url, stale, schema) {
      const known = stale ?? given.get(url);
      if (!known && performance.now() < pausedUntil) throw new Error('the CMS failed a moment ago');
      try {
        const answer = { body: await readDocument(url, TIMEOUT_MS, schema) };
        if (answer.body === null) given.delete(url);
        else keepNewest(given, url, answer, MOST);
        return answer;
      } catch (error) {
        // Documents outlive an outage of the CMS; the next minute asks again.
        if (known) return known;
        pausedUntil = performance.now() + PAUSE_MS;
        throw error;
      }
    },
  });

  const shared: ReadDocument = async <T>(
    path: string,
    locale: string | null | undefined,
    schema: z.ZodType<T>,
    api: string | null = ownApi(),
  ) => (api === null ? null : ((await answers.fetch(addressOf(api, path, locale), schema)).body as T | null));

  const published = legalPagesBy(shared, warn);
  return {
    ...published,
    of(visit) {
      const preview = visit?.preview;
      const api = preview ? ownApi() : null;
      if (!preview || api === null) return this;
      const waiting = legalPagesBy(previewReader(api, preview.token), warn);
      return { ...waiting, of: () => this.of(visit) };
    },
  };
}

/** What waits to be published; nothing of it is kept. */
const previewReader =
  (api: string, token: string): ReadDocument =>
  async (path, locale, schema) =>
    documentIn(
      `${api}/preview/${path}`,
      await askPreview(api, `/${path}`, token, { locale: locale ?? null }),
      schema,
    );

function legalPagesBy(read: ReadDocument, warn: (message: string) => void): Omit<LegalPages, 'of'> {
  const subprocessors = (locale?: string | null) => read('subprocessors', locale, subprocessorListSchema);

  /** What depends on the list stands without it while the CMS is away. */
  async function listOrNull(
    locale: string | null | undefined,
    what: string,
  ): Promise<SubprocessorList | null> {
    try {
      return await subprocessors(locale);
    } catch (error) {
      warn(`The ${what} could not be read: ${(error as Error).message}`);
      return null;
    }
  }

  return {
    page: (slug, locale, api) => read(legalPath(slug), locale, legalPageSchema, api),
    async list(locale, api) {
      return (await read('legal', locale, legalPageListSchema, api))?.pages ?? null;
    },
    subprocessors,
    async register(locale) {
      const list = await listOrNull(locale, 'list of sub-processors');
      return list && { processors: list.processors, processorChanges: list.changes };
    },
    async noticeSettings(markdown, locale) {
      if (!settingReferences(markdown).some(({ setting }) => setting?.startsWith('notice-'))) return {};
      const list = await listOrNull(locale, 'notice to customers');
      return list ? { 'notice-days': list.noticeDays, 'notice-email': list.noticeEmail } : {};
    },
  };
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
  const list = await readDocument(addressOf(api, 'legal', locale), timeoutMs, legalPageListSchema);
  if (!list)
    throw new Error(`${api}/legal answered 404; is the consent plugin enabled, with its legal pages?`);
  const pages = await Promise.all(
    list.pages.map(({ slug }) =>
      readDocument(addressOf(api, legalPath(slug), locale), timeoutMs, legalPageSchema),
    ),
  );
  return pages.filter((page) => page !== null);
}

const warnOnConsole = (message: string) => console.warn(`[consent] ${message}`);

const legalPath = (slug: string) => `legal/${encodeURIComponent(slug)}`;

function addressOf(api: string, path: string, locale: string | null | undefined): string {
  const url = new URL(`${api}/${path}`);
  if (locale) url.searchParams.set('locale', locale);
  return url.href;
}

async function readDocument<T>(url: string, timeoutMs: number, schema: z.ZodType<T>): Promise<T | null> {
  return documentIn(url, await askCms(url, { headers: { accept: 'application/json' } }, timeoutMs), schema);
}

/** What an answer holds; null where the CMS has no such document. */
async function documentIn<T>(url: string, response: Response, schema: z.ZodType<T>): Promise<T | null> {
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`${url} answered ${response.status}; is the consent plugin enabled?`);
  const parsed = schema.safeParse(await response.json());
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new Error(`${url} sent something else than expected: ${issue?.path.join('.')}: ${issue?.message}`);
}
