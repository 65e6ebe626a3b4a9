/** Legal pages of the CMS as Astro content: `legalPagesLoader()` at build, `legalPagesLiveLoader()` for each request. */
import site from 'virtual:consent/site';
import {
  freshLegalPages,
  legalHtml,
  legalPageConverters,
  legalPageSchema,
  type PublishedLegalPage,
} from '@permesso/consent-core/legal-pages';
import type { VisitState } from '@permesso/consent-core/site';
import type { LiveLoader, LoaderContext } from 'astro/loaders';
import type { z } from 'zod';
import { cmsApi, legalPagesOf, visitOf } from './server/site.ts';

export type { LegalPageKind, LegalPageSummary, PublishedLegalPage } from '@permesso/consent-core/legal-pages';

/** How long the build waits for each answer, in milliseconds: longer than a page would. */
const BUILD_TIMEOUT = 10_000;

export interface LegalPagesLoaderOptions {
  /** Address of Strapi, as in `consent({ cms })`, which is the default; `CONSENT_CMS_URL` in the environment wins. */
  cms?: string;
  /** The languages to load. Default: those of Astro's `i18n`; without it, the CMS's default language. */
  locales?: readonly string[];
}

export interface LegalPagesLiveLoaderOptions {
  /** As for `legalPagesLoader`. */
  cms?: string;
}

/** For whom a live page is read. */
interface Reader {
  /** `Astro.locals.consent`: by it a preview shows the page that waits to be published. */
  consent?: VisitState;
}

/** Which page: by its id (`privacy`, or `de/privacy` for a language), or by slug and locale. */
export type LegalPageFilter = ({ id: string } | { slug: string; locale?: string }) & Reader;

/** Why legal pages could not be had, and what to do about it. */
export class LegalPagesError extends Error {
  override name = 'ConsentLegalPagesError';
  /** Shown by Astro under the message. */
  readonly hint: string;

  constructor(message: string, hint: string, options?: ErrorOptions) {
    super(message, options);
    this.hint = hint;
  }
}

/** A content loader whose entries' `data` is a published legal page. */
export interface LegalPagesLoader {
  name: string;
  load: (context: LoaderContext) => Promise<void>;
  schema: z.ZodType<PublishedLegalPage>;
}

/**
 * Every published legal page, read once for a build: `defineCollection({ loader: legalPagesLoader() })` in
 * `src/content.config.ts`. Ids are `privacy`, or `de/privacy` where several languages are loaded; a page that is not
 * translated is there in the CMS's default language. With the CMS away the pages of the last build stay.
 *
 * @throws {LegalPagesError} (from `load`) at build when the CMS is away and no earlier build left anything.
 */
export function legalPagesLoader(options: LegalPagesLoaderOptions = {}): LegalPagesLoader {
  return {
    name: '@permesso/consent-astro/legal-pages',
    schema: legalPageSchema,
    async load(context) {
      const api = addressFor(options.cms, 'legalPagesLoader');
      const locales = options.locales ?? localesOf(context);
      try {
        const pages = await pagesById(api, locales);
        replaceEntries(context, pages);
        if (pages.size === 0) context.logger.warn(`${api} publishes no legal pages yet.`);
      } catch (error) {
        keepEntries(context, api, error as Error);
      }
    },
  };
}

/**
 * Published legal pages as the CMS has them now: `defineLiveCollection({ loader: legalPagesLiveLoader() })` in
 * `src/live.config.ts`, then `getLiveEntry('legal', { slug: 'privacy', locale: 'de' })`. An answer is kept for a
 * minute; with the CMS away the last one is given, and a `LegalPagesError` where there is none.
 */
export function legalPagesLiveLoader(
  options: LegalPagesLiveLoaderOptions = {},
): LiveLoader<PublishedLegalPage, LegalPageFilter, { locale?: string } & Reader, LegalPagesError> {
  return {
    name: '@permesso/consent-astro/live-legal-pages',
    async loadEntry({ filter }) {
      const { slug, locale } = named(filter);
      return attempt(options.cms, async (api) => {
        const page = await legalPagesOf(filter.consent).page(slug, locale, api);
        return page ? uncachedIn(filter, liveEntry(page, locale)) : undefined;
      });
    },
    async loadCollection({ filter }) {
      const locale = filter?.locale;
      const own = legalPagesOf(filter?.consent);
      return attempt(options.cms, async (api) => {
        const list = (await own.list(locale, api)) ?? [];
        const pages = await Promise.all(list.map(({ slug }) => own.page(slug, locale, api)));
        const entries = pages
          .filter((page) => page !== null)
          .map((page) => uncachedIn(filter, liveEntry(page, locale)));
        return uncachedIn(filter, { entries, cacheHint: { tags: ['consent-legal'] } });
      });
    },
  };
}

/** Nothing of a preview is for a cache. */
const uncachedIn = <Found extends { cacheHint: object }>(reader: Reader | undefined, found: Found): Found =>
  visitOf(reader?.consent)?.preview ? { ...found, cacheHint: undefined } : found;

function addressFor(cms: string | undefined, loader: string): string {
  const api = cmsApi(cms);
  if (api) return api;
  throw new LegalPagesError(
    `${loader}(): it is not known where the CMS is.`,
    `Add consent({ cms: "http://127.0.0.1:1337" }) to astro.config, or write ${loader}({ cms: "http://127.0.0.1:1337" }).`,
  );
}

/** Null stands for the CMS's own default language. */
function localesOf({ config }: LoaderContext): readonly (string | null)[] {
  const locales = config.i18n?.locales.map((locale) =>
    typeof locale === 'string' ? locale : locale.codes[0]!,
  );
  return locales ?? [null];
}

const idOf = (slug: string, locale: string | null | undefined) => (locale ? `${locale}/${slug}` : slug);

async function pagesById(
  api: string,
  locales: readonly (string | null)[],
): Promise<Map<string, PublishedLegalPage>> {
  const byLocale = await Promise.all(
    locales.map(async (locale) =>
      (await freshLegalPages(api, locale, BUILD_TIMEOUT)).map(
        (page) => [idOf(page.slug, locale), page] as const,
      ),
    ),
  );
  return new Map(byLocale.flat());
}

function replaceEntries(
  { store, generateDigest }: LoaderContext,
  pages: Map<string, PublishedLegalPage>,
): void {
  for (const id of store.keys()) if (!pages.has(id)) store.delete(id);
  for (const [id, page] of pages) {
    const data = page as PublishedLegalPage & Record<string, unknown>;
    store.set({ id, data, digest: generateDigest(data), rendered: { html: htmlOf(page) } });
  }
}

/** A build that had the pages before goes on with them; one without any would publish a site without its law. */
function keepEntries({ store, logger }: LoaderContext, api: string, error: Error): void {
  const known = store.keys().length;
  if (known === 0 && site.building) {
    throw new LegalPagesError(
      `The legal pages could not be read: ${error.message}`,
      `Start the CMS (${api}) before the build, or set CONSENT_CMS_URL to where it is.`,
      { cause: error },
    );
  }
  logger.warn(
    `The legal pages could not be read: ${error.message}\n${
      known > 0 ? `The ${known} of the last build stay.` : 'There are none until the CMS answers.'
    }`,
  );
}

async function attempt<T>(
  cms: string | undefined,
  load: (api: string) => Promise<T>,
): Promise<T | { error: LegalPagesError }> {
  try {
    return await load(addressFor(cms, 'legalPagesLiveLoader'));
  } catch (error) {
    if (error instanceof LegalPagesError) return { error };
    const { message } = error as Error;
    const hint = 'Is the CMS running, and is CONSENT_CMS_URL where it is?';
    return {
      error: new LegalPagesError(`The legal pages could not be read: ${message}`, hint, { cause: error }),
    };
  }
}

function named(filter: LegalPageFilter): { slug: string; locale?: string } {
  if ('slug' in filter) return filter;
  const slash = filter.id.lastIndexOf('/');
  return slash === -1
    ? { slug: filter.id }
    : { slug: filter.id.slice(slash + 1), locale: filter.id.slice(0, slash) };
}

function liveEntry(page: PublishedLegalPage, locale: string | undefined) {
  const tags = ['consent-legal', `consent-legal-${page.slug}`];
  return { id: idOf(page.slug, locale), data: page, rendered: { html: htmlOf(page) }, cacheHint: { tags } };
}

/** For `render(entry)`; `<LegalPage page={entry.data} />` brings title and styles as well. */
function htmlOf({ content, data, effectiveDate, locale }: PublishedLegalPage): string {
  return legalHtml(
    content,
    legalPageConverters({ ...data, effectiveDate: effectiveDate ?? undefined, locale }),
  );
}
