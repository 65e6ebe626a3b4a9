import type { AdProvider, VendorList } from '../contract/vendor-list.ts';
import { directionOf, interfaceTexts, languageOf, vendorListLanguage } from '../texts/index.ts';
import { type TcfTexts, tcfTexts } from '../texts/tcf-texts.ts';
import { askCms } from './cms-requests.ts';
import type { SiteSettings } from './options.ts';
import { contentHash, NOT_KEPT } from './page-payload.ts';
import { createSharedAnswers } from './shared-answers.ts';

/** The route, below `basePath`. */
export const TCF_ROUTE = 'tcf.json';

/** What a page is told of the vendors of its site. */
export interface TcfAnswer {
  /** With the vendors that the site works with. */
  list: VendorList;
  /** Of the list's texts, as IAB names it. */
  language: string;
  providers: AdProvider[];
  /** In the language of the page. */
  texts: TcfTexts &
    Record<'acceptAll' | 'rejectAll' | 'save' | 'close' | 'purposes' | 'privacyPolicy', string>;
  /** Of `texts`, BCP 47, and how it runs. */
  locale: string;
  direction: 'ltr' | 'rtl';
}

interface KeptAnswer {
  text: string;
  etag: string;
}

export interface TcfLists {
  /** 503 while there is no list: then no page gives a consent string. */
  answer(request: Request, locale: string | null): Promise<Response>;
}

/** How long a list is served without asking the CMS, in milliseconds. */
const FRESH = 300_000;

/** How long the CMS may take, in milliseconds: it packs and sends a megabyte where a site works with all vendors. */
const PATIENCE = 10_000;

/** As many as there are languages of IAB's texts and of ours, and a few more. */
const LANGUAGES = 100;

/** What a page in a language reads: IAB's texts, and ours beside them, which are in other languages. */
interface PageLanguages {
  list: string;
  /** One of the site's own texts, or a built-in one. */
  words: string;
}

/** The vendors of a site in the languages of its pages, as its CMS has them; what came last stays while that is away. */
export function createTcfLists(site: SiteSettings): TcfLists {
  const answers = createSharedAnswers<KeptAnswer, PageLanguages>({
    max: LANGUAGES,
    freshMs: FRESH,
    patienceMs: 2 * PATIENCE,
    ask: async (_key, _stale, languages) => {
      const text = JSON.stringify(await askLists(site, languages));
      return { text, etag: `"${contentHash(text)}"` };
    },
  });
  return {
    async answer(request, locale) {
      try {
        const languages = languagesFor(site, locale ?? undefined);
        const { text, etag } = await answers.fetch(Object.values(languages).join(), languages);
        const headers = { 'cache-control': 'public, max-age=300', etag, 'content-type': 'application/json' };
        const isKnown = request.headers.get('if-none-match') === etag;
        return new Response(isKnown ? null : text, { status: isKnown ? 304 : 200, headers });
      } catch (error) {
        site.warn(`The vendor list is not there: ${(error as Error).message}`);
        return new Response(null, { status: 503, headers: { 'cache-control': NOT_KEPT } });
      }
    },
  };
}

function languagesFor({ t }: SiteSettings, locale = ''): PageLanguages {
  return {
    list: vendorListLanguage(locale),
    words: Object.hasOwn(t, locale) ? locale : languageOf(locale),
  };
}

async function askLists(
  site: SiteSettings,
  { list: wanted, words: locale }: PageLanguages,
): Promise<TcfAnswer> {
  const { vendors, providers = [] } = site.tcf ?? {};
  const { list, language } =
    (await ask<Pick<TcfAnswer, 'list' | 'language'>>(site, 'vendor-list', {
      locale: wanted,
      ...(vendors && { vendors: vendors.join() }),
    })) ?? {};
  if (!list?.vendors || !list.purposes || !language) throw new Error('the CMS has none yet (its option tcf)');
  const { acceptAll, rejectAll, save, close, purposes, privacyPolicy } = interfaceTexts(
    locale,
    site.t[locale],
  );
  return {
    list,
    language,
    providers: providers.length > 0 ? await askProviders(site, providers) : [],
    texts: { ...tcfTexts(locale), acceptAll, rejectAll, save, close, purposes, privacyPolicy },
    locale,
    direction: directionOf(locale),
  };
}

/** None where the CMS has not got Google's list: IAB's vendors do not wait for it, and nothing is said to Google's meanwhile. */
async function askProviders(site: SiteSettings, ids: readonly number[]): Promise<AdProvider[]> {
  const answer = await ask<Pick<TcfAnswer, 'providers'>>(site, 'providers', { ids: ids.join() });
  if (!answer)
    site.warn(
      "The CMS has not fetched Google's list of providers (its option tcf): none of them is asked for.",
    );
  return answer?.providers ?? [];
}

/** Null where the CMS has no such list. */
async function ask<Answer>(
  { api }: SiteSettings,
  path: string,
  query: Record<string, string>,
): Promise<Answer | null> {
  const address = api();
  if (!address) throw new Error('the site has no CMS, which keeps it (option cms)');
  const url = `${address}/tcf/${path}?${new URLSearchParams(query)}`;
  const response = await askCms(url, { headers: { accept: 'application/json' } }, PATIENCE);
  if (response.ok) return (await response.json()) as Answer;
  await response.body?.cancel();
  if (response.status === 404) return null;
  throw new Error(`${url} answered ${response.status}`);
}
