import type { ConsentConfig } from '../contract/config.ts';
import { PREVIEW } from '../contract/preview.ts';
import { createAccountSignals } from './account-signals.ts';
import { regionCode } from './cms-requests.ts';
import { type ConfigSource, createConfigSource, type MaybeLater, whenThere } from './config-source.ts';
import { answerDecide } from './decide-route.ts';
import { createImpressions } from './impressions.ts';
import { createNewestDecisions } from './newest-decisions.ts';
import { type CreateSiteOptions, type SiteSettings, settingsOf } from './options.ts';
import { contentHash, createConfigFiles, isConfigFile, NOT_KEPT } from './page-payload.ts';
import { createPresentations } from './presentations.ts';
import { createPreviews, isOpen, type Preview, previewToken } from './preview.ts';
import { endedPreview } from './preview-cookies.ts';
import { endPreview, enterPreview } from './preview-routes.ts';
import { createRecordDelivery } from './record-delivery.ts';
import { createRecordSigning } from './record-signing.ts';
import { answerRecords } from './records-route.ts';
import { askingPage, localeTaken, type RouteContext, RouteRequest, returnPath } from './route-request.ts';
import { type OwnTexts, type Speech, speechOf } from './speech.ts';
import { createTcfLists, TCF_ROUTE } from './tcf-lists.ts';
import { createVariants, Visit, type VisitState } from './visit.ts';
import {
  cookieValue,
  gpcFromHeaders,
  mayWithholdCookie,
  modelNamed,
  type Place,
  type PlatformPlace,
  placeOf,
} from './visitor-request.ts';

/** What whoever has the request knows of it beside the request itself. */
export interface RequestFacts {
  /** The language of the page. */
  locale?: string | null | undefined;
  /** Where the platform says that the visitor is, apart from headers. */
  place?: PlatformPlace | undefined;
  /** The visitor's address, where the server knows it. */
  address?: string | null | undefined;
  /** The address as browsers see it, where that of the request is another one. */
  url?: URL | undefined;
  /** What stands in front of the site follows a redirect by itself, and drops the cookie that comes with it: forms are answered by a page. */
  losesRedirects?: boolean | undefined;
}

export interface PageFacts extends RequestFacts {
  /** The page is made at build, for all. */
  atBuild?: boolean;
  /** What is judged is for this visitor alone, also on a site whose pages are the same for all. */
  forVisitor?: boolean;
}

/** A route that answers by itself. */
export type SiteRoute =
  | 'config'
  | 'records'
  | 'decide'
  | 'preview'
  | 'gpc.json'
  | typeof TCF_ROUTE
  | `c.${string}.json`;

/** One site: who visits it, and what its own routes answer. */
export interface Site {
  /** Judges a request for a page: at once where the configuration is at hand, as it mostly is. */
  visit(request: Request, facts?: PageFacts): MaybeLater<Visit>;
  /**
   * Answers a request to one of the site's consent routes, and the link of a preview, whatever page that is of; null for every
   * other request.
   *
   * @param route which of them it is, where the address was read already
   */
  handle(request: Request, facts?: RequestFacts, route?: SiteRoute): Promise<Response> | null;
  /** Whether an address is that of one of the routes below the site's base path, which judge for themselves; the preferences are a page. */
  isRoute(url: URL): boolean;
  /** What the interface says on a page besides what the CMS has; also where nothing is known of the page. */
  speech(page?: Pick<VisitState, 'locale' | 'config'>, own?: OwnTexts): Speech;
  /** Address of the plugin's API, or null without a CMS. */
  api(): string | null;
}

/**
 * The server's half of consent, for any runtime with `Request` and `Response`. What a site remembers is its own: several
 * with different options live in one process.
 *
 * @throws where a fixed configuration is none, naming what is wrong with it.
 */
export function createSite(options: CreateSiteOptions): Site {
  const site = settingsOf(options);
  const configs = createConfigSource(site);
  const files = createConfigFiles(site);
  const presentations = createPresentations(site);
  const impressions = createImpressions(site, configs);
  const tcfLists = createTcfLists(site);
  const signals = createAccountSignals(site);
  const variants = createVariants(site, files, presentations.note);
  // Nothing that waits to be published is evidence.
  const previewVariants = createVariants(site, files, () => {});
  const previews = createPreviews(site);
  const context: RouteContext = {
    site,
    configs,
    newest: createNewestDecisions(),
    previews,
    signing: createRecordSigning(site, presentations),
    deliver: createRecordDelivery({ warn: site.warn }),
    signals,
  };

  const place = (request: Request, facts: RequestFacts) => placeOf(request, facts.place, site);

  /** A page for whoever has the link of a preview; that of visitors where the link does not hold. */
  async function previewOf(
    request: Request,
    facts: PageFacts,
    { locale, token }: { locale: string | null; token: string },
  ): Promise<Visit> {
    const { headers } = request;
    const url = facts.url ?? new URL(request.url);
    const preview = await previews.open(token, { locale, ...place(request, facts) });
    if (!isOpen(preview)) return visitorOf(request, facts, locale, preview);
    const shown = preview.terms.locale ?? locale;
    const config = previews.configFor(preview, { locale: shown, returnTo: url.pathname + url.search });
    const cookie = cookieValue(headers, config.cookie.name);
    const gpc = preview.terms.gpc || gpcFromHeaders(headers);
    return new Visit(site, previewVariants, {
      config,
      cookie,
      gpc,
      visitor: true,
      locale: shown,
      url,
      preview,
    });
  }

  function visitorOf(
    request: Request,
    facts: RequestFacts,
    locale: string | null,
    preview?: 'ended' | 'away',
  ): MaybeLater<Visit> {
    const { headers } = request;
    const query = { locale, ...place(request, facts) };
    const url = facts.url ?? new URL(request.url);
    return whenThere(signals.of(headers), (gpc) => {
      // A page of its visitor on which nothing is granted, until the question that it asks by itself is answered (C1).
      if (gpc === null) {
        const unknown = { config: null, cookie: null, gpc: 'account' } as const;
        return new Visit(site, variants, { ...unknown, visitor: true, locale, url, preview });
      }
      return whenThere(configs.forVisitor(query), (config) => {
        const cookie = config && cookieValue(headers, config.cookie.name);
        const { country } = query;
        const withheld = cookie === null && !!config && mayWithholdCookie(request, config.cookie.sameSite);
        // Whoever may have decided is not counted among those who are asked.
        const isAsked = config && !withheld;
        const shown = isAsked ? once(() => impressions.page(request, url, config, country)) : undefined;
        const facts = { config, cookie, withheld, gpc, visitor: true, locale, url, shown, preview };
        return new Visit(site, variants, { ...facts, region: regionTold(site, config, query) });
      });
    });
  }

  function anyoneOn(request: Request, facts: PageFacts, locale: string | null): MaybeLater<Visit> {
    const url = facts.url ?? new URL(request.url);
    const atBuild = facts.atBuild ?? false;
    const model = site.render === 'model' && !atBuild ? modelNamed(request.headers) : null;
    return whenThere(
      configs.forAll(locale, { atBuild, model }),
      (config) =>
        new Visit(site, variants, { config, cookie: null, gpc: false, visitor: false, locale, url }),
    );
  }

  /** The configuration for this visitor, for pages whose HTML is the same for everyone. */
  async function answerConfig(request: Request, facts: RequestFacts): Promise<Response> {
    const { searchParams } = facts.url ?? new URL(request.url);
    const locale = localeTaken(searchParams.get('locale')) ?? localeOf(site, facts);
    const token = previewToken(request.headers);
    const preview = token !== null && (await previews.open(token, { locale, ...place(request, facts) }));
    if (preview && isOpen(preview)) return switchedOff(preview, request, locale);
    const { payload, view, config } = await visitorOf(request, facts, locale);
    if (config && view === 'banner') {
      impressions.neutralPage(request, config, place(request, facts).country);
    }
    const text = JSON.stringify(payload);
    const etag = `"${contentHash(text)}"`;
    const ended = preview === 'ended' && { 'set-cookie': endedPreview };
    const headers = { 'cache-control': 'private, no-cache', vary: 'Cookie', etag, ...ended };
    if (payload.config && request.headers.get('if-none-match') === etag) {
      return new Response(null, { status: 304, headers });
    }
    return new Response(text, {
      status: payload.config ? 200 : 503,
      headers: { ...headers, 'content-type': 'application/json' },
    });
  }

  /**
   * A page that is the same for all cannot become that of a preview: it would ask and record as that of visitors. Consent is
   * off there, and the bar says what it is.
   */
  function switchedOff(preview: Preview, request: Request, locale: string | null): Response {
    const page = askingPage(request, site);
    const returnTo = returnPath(page.pathname + page.search, site.frontPage);
    const config = { ...previews.configFor(preview, { locale, returnTo }), enabled: false };
    const facts = { config, cookie: null, gpc: false, visitor: true, locale, url: page, preview };
    const { payload, headers } = new Visit(site, previewVariants, facts);
    return Response.json(payload, { headers });
  }

  /** What pages leave out of their configuration; for a page of another one, that of the present one. */
  function answerFile(request: Request, facts: RequestFacts, name: string): Promise<Response> {
    const { searchParams } = facts.url ?? new URL(request.url);
    const locale = localeTaken(searchParams.get('locale')) ?? localeOf(site, facts);
    return files.answer(name, async () => configs.forAll(locale));
  }

  return {
    visit(request, facts = {}) {
      const address = facts.url ?? request;
      const locale = localeAsked(site, address) ?? localeOf(site, facts);
      // Choices are shown to the one who made them, whatever other pages are.
      const isOwn = site.render === 'visitor' || facts.forVisitor || isPreferences(site, address);
      const isForVisitor = isOwn && !facts.atBuild;
      const token = facts.atBuild || site.api() === null ? null : previewToken(request.headers);
      if (token !== null) return previewOf(request, facts, { locale, token });
      return isForVisitor ? visitorOf(request, facts, locale) : anyoneOn(request, facts, locale);
    },
    handle(request, facts = {}, route = routeOf(site, facts.url ?? new URL(request.url))) {
      const arrived = performance.now();
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      const url = facts.url ?? new URL(request.url);
      if (isRead && route === 'config') return answerConfig(request, facts);
      if (isRead && route === 'gpc.json' && site.gpcLastUpdate) return answerGpc(site, configs);
      if (isRead && route === TCF_ROUTE && site.tcf) {
        return tcfLists.answer(request, localeTaken(url.searchParams.get('locale')) ?? localeOf(site, facts));
      }
      if (isRead && route && isConfigFile(route)) return answerFile(request, facts, route);
      const isLink = isRead && url.searchParams.has(PREVIEW) && site.api() !== null;
      const answer = isLink
        ? enterPreview
        : request.method === 'POST' && isPosted(route)
          ? ANSWERS[route]
          : null;
      if (!answer) return null;
      const asked = new RouteRequest(request, {
        arrived,
        url,
        place: place(request, facts),
        address: facts.address ?? null,
        locale: localeOf(site, facts),
        token: signals.tokenOf(request.headers),
        losesRedirects: facts.losesRedirects === true,
      });
      return answer(asked, context);
    },
    isRoute: (url) => url.pathname.startsWith(`${site.basePath}/`) && routeOf(site, url) !== undefined,
    speech: (page, own) => speechOf(site, page, own),
    api: site.api,
  };
}

/** The region that a page is told of: a state of the United States, where advertising is told by it what was opted out of. */
function regionTold(
  site: SiteSettings,
  config: ConsentConfig | null,
  { country, region }: Place,
): string | undefined {
  const isTold = site.gpp === 'state' && country === 'US' && config?.jurisdiction.model === 'opt-out';
  return (isTold && regionCode(country, region)) || undefined;
}

/** A page may be asked for its banner more than once. */
function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}

/** The language of the page, which is the language of its banner. */
const localeOf = (site: SiteSettings, facts: RequestFacts): string | null =>
  site.locale ?? facts.locale ?? null;

/** A request, or the address of one as browsers see it. */
type Addressed = { url?: string; href?: string };

function isPreferences({ basePath }: SiteSettings, { url, href = url! }: Addressed): boolean {
  const path = `${basePath}/preferences`;
  return href.includes(path) && new URL(href).pathname.startsWith(path);
}

/** The preferences page stands beside the site's languages: it speaks that of the page which led to it. */
function localeAsked(site: SiteSettings, address: Addressed): string | null {
  if (!isPreferences(site, address)) return null;
  return localeTaken(new URL(address.href ?? address.url!).searchParams.get('locale'));
}

/** Routes that pages post to. */
const ANSWERS = { records: answerRecords, decide: answerDecide, preview: endPreview };

const isPosted = (route: SiteRoute | undefined): route is keyof typeof ANSWERS =>
  route !== undefined && Object.hasOwn(ANSWERS, route);

const ENDPOINTS = new Set(['config', TCF_ROUTE, ...Object.keys(ANSWERS)]);

function routeOf({ basePath }: SiteSettings, { pathname }: URL): SiteRoute | undefined {
  if (pathname === '/.well-known/gpc.json') return 'gpc.json';
  const name = pathname.startsWith(`${basePath}/`) && pathname.slice(basePath.length + 1).replace(/\/$/, '');
  if (!name) return undefined;
  return ENDPOINTS.has(name) || isConfigFile(name) ? (name as SiteRoute) : undefined;
}

/** The site's statement on Global Privacy Control: made only while a category respects the signal. */
async function answerGpc(site: SiteSettings, configs: ConfigSource): Promise<Response> {
  const config = await configs.forAll(site.locale);
  const honored = config?.enabled && config.categories.some((category) => category.respectGPC);
  // A cache may keep what says nothing of it, as Netlify's adapter has it keep for a year.
  if (!honored) return new Response(null, { status: 404, headers: { 'cache-control': NOT_KEPT } });
  return Response.json(
    { gpc: true, lastUpdate: site.gpcLastUpdate },
    { headers: { 'cache-control': 'public, max-age=3600' } },
  );
}
