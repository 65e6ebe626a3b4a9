import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { ConsentConfig } from '@permesso/consent-core';
import { DEFAULT_COUNTRY_HEADERS, DEFAULT_REGION_HEADERS } from '@permesso/consent-core';
import {
  apiAddress,
  type ConsentTheme,
  fetchConfig,
  type TcfSiteOptions,
  withLabels,
} from '@permesso/consent-core/site';
import type { AstroConfig, AstroIntegrationLogger } from 'astro';
import { apiByEnvironment } from './cms-address.ts';
import type { ResolvedOptions } from './options.ts';
import { tcfSiteOptions } from './tcf-option.ts';

/** How long the build waits for the CMS, in milliseconds: longer than a page would. */
const BAKE_TIMEOUT = 10_000;

/** What the running site knows about itself; plain JSON, so that it can be built in. */
export interface SiteOptions {
  basePath: string;
  /** The path of its front page. */
  frontPage: string;
  /** The addresses of its routes end in a slash. */
  trailingSlash?: true;
  /** The same below the default language, where Astro takes no page that has none in its path. */
  prefixedPath?: string;
  /** Address of the plugin's API, `…/api/consent`, or null where the configuration is the site's own. */
  api: string | null;
  locale: string | null;
  head: 'auto' | 'manual';
  render: 'visitor' | 'neutral' | 'model';
  gate: 'content' | 'page';
  unknownHosts: 'block' | 'allow' | 'warn';
  ownHosts: readonly string[];
  /** Request headers believed about the visitor's place, in order. */
  trustedHeaders: { country: readonly string[]; region: readonly string[] };
  /** Whether what the platform itself tells about the place is believed too. */
  trustsPlatform: boolean;
  /** Whether `/_consent/*` exists: false in a static build without an adapter. */
  routes: boolean;
  /** Whether this is a build: what is missing then is missing from what gets published. */
  building: boolean;
  /** Address of the folder with the scripts of pages. */
  files: string;
  /** The origins at which visitors reach the site, as far as its configuration says. */
  origins: readonly string[];
  /** Date of `/.well-known/gpc.json`, or null where it is not served. */
  gpcLastUpdate: string | null;
  /** Name of the cookie that holds the token of whoever is signed in; null where nobody's is read. */
  accountCookie: string | null;
  /** Whether cookies are withheld that trackers declare, and how. */
  consentCookies: ResolvedOptions['consentCookies'];
  /** With whom it works by IAB's Transparency and Consent Framework; null where it takes no part. */
  tcf: TcfSiteOptions | null;
  /** Whether pages tell vendors by IAB's Global Privacy Platform; `state`: by the sections of single states, too. */
  gpp: boolean | 'state';
  t: Record<string, Record<string, string>>;
  /** The site's own look. */
  theme: ConsentTheme;
}

/** What the running site knows about itself. */
export function siteOptions(
  options: ResolvedOptions,
  config: AstroConfig,
  { routes, building, files }: Pick<SiteOptions, 'routes' | 'building' | 'files'>,
): SiteOptions {
  const trusted = options.trustedHeaders;
  const { gpcWellKnown } = options;
  return {
    basePath: joinBase(config.base, options.basePath),
    frontPage: joinBase(config.base, config.trailingSlash === 'never' ? '' : '/') || '/',
    ...(config.trailingSlash === 'always' && { trailingSlash: true }),
    ...(isPrefixed(config) && {
      prefixedPath: joinBase(config.base, `/${config.i18n!.defaultLocale}${options.basePath}`),
    }),
    api: options.cms === undefined ? null : apiAddress(options.cms),
    locale: options.locale ?? null,
    head: options.head,
    render: options.render,
    gate: options.gate,
    unknownHosts: options.unknownHosts,
    ownHosts: [...options.ownHosts, ...assetHosts(config)],
    trustedHeaders:
      trusted === false
        ? { country: [], region: [] }
        : {
            country: trusted?.country ?? [...DEFAULT_COUNTRY_HEADERS],
            region: trusted?.region ?? [...DEFAULT_REGION_HEADERS],
          },
    trustsPlatform: trusted === undefined,
    routes,
    building,
    files,
    origins: publicOrigins(options, config),
    gpcLastUpdate: gpcWellKnown
      ? gpcWellKnown === true
        ? new Date().toISOString().slice(0, 10)
        : gpcWellKnown.lastUpdate
      : null,
    accountCookie: options.accountCookie ?? null,
    consentCookies: options.consentCookies,
    tcf: tcfSiteOptions(options.tcf),
    gpp: options.gpp?.sections === 'state' ? 'state' : options.gpp !== undefined,
    t: options.t,
    theme: options.theme,
  };
}

/** The origins at which visitors reach the site: of `site`, of the languages' domains, and of the option. */
function publicOrigins(options: ResolvedOptions, { site, i18n }: AstroConfig): string[] {
  const configured = [site, ...Object.values(i18n?.domains ?? {})].flatMap((address) => address ?? []);
  return [...new Set([...configured.map((address) => new URL(address).origin), ...options.publicOrigins])];
}

/** Where the build says that its files are. */
function assetHosts({ build: { assetsPrefix = '' } }: AstroConfig): string[] {
  const prefixes = typeof assetsPrefix === 'string' ? [assetsPrefix] : Object.values(assetsPrefix);
  return prefixes.flatMap((prefix) => (URL.canParse(prefix) ? [new URL(prefix).host] : []));
}

/** Their servers know by themselves how a visitor came, and from where. */
const PLATFORMS = new Set(['@astrojs/cloudflare', '@astrojs/netlify', '@astrojs/vercel']);

/**
 * For which hosts Astro believes what a proxy says of a request: without it the form of a visitor who came by https is taken for
 * another site's, and all visitors have the proxy's address. By host alone: the proxy itself comes by http, and Astro
 * compares a protocol with that. Undefined where the site says so itself, or nobody knows.
 */
export function allowedDomains(
  origins: readonly string[],
  { security, adapter }: AstroConfig,
  logger: Pick<AstroIntegrationLogger, 'warn'>,
): { hostname: string }[] | undefined {
  if (security.allowedDomains?.length || !adapter || PLATFORMS.has(adapter.name)) return;
  if (origins.length > 0) return origins.map((origin) => ({ hostname: new URL(origin).hostname }));
  logger.warn(
    'The public address of this site is not known. Behind a proxy that ends TLS every decision without JavaScript is answered ' +
      "with 403, and all visitors count as one. Write it in astro.config: site: 'https://shop.example'",
  );
}

/**
 * Vercel's ISR gives all visitors what the first one got, whatever the headers say: one visitor's grants, or the law of
 * one country, would be everybody's. What the site keeps out of it only the adapter knows, so the warning comes whenever
 * its output has any of it.
 */
export function warnOfSharedAnswers(
  { root, adapter }: Pick<AstroConfig, 'root' | 'adapter'>,
  { basePath, render }: Pick<ResolvedOptions, 'basePath' | 'render'>,
  logger: Pick<AstroIntegrationLogger, 'warn'>,
): void {
  if (adapter?.name !== '@astrojs/vercel') return;
  if (!existsSync(new URL('.vercel/output/functions/_isr.prerender-config.json', root))) return;
  const pages =
    render === 'neutral' ? '' : " Pages are not the same for all: write consent({ render: 'neutral' }).";
  logger.warn(
    "Vercel's ISR is on, and shows all visitors what the first one got. Keep the routes of consent out of it, unless you " +
      `do so already: vercel({ isr: { exclude: ['${basePath}/[...path]'] } }).${pages}`,
  );
}

/** Whether Astro answers 404 for every page that has no language in its path. */
function isPrefixed({ i18n }: AstroConfig): boolean {
  return !!i18n && i18n.routing !== 'manual' && i18n.routing.prefixDefaultLocale;
}

/**
 * Where a route of ours has to stand for Astro to find it: on a domain of one language it looks for every path below that
 * language, and a page it keeps only there where all languages have their prefix.
 */
export function patternsOf(pattern: string, config: AstroConfig): string[] {
  const { defaultLocale, domains = {} } = config.i18n ?? {};
  const locales = new Set(Object.keys(domains).map((locale) => locale.replaceAll('_', '-').toLowerCase()));
  if (isPrefixed(config)) locales.add(defaultLocale!);
  return [pattern, ...[...locales].map((locale) => `/${locale}${pattern}`)];
}

/** The path that browsers see: with Astro's `base` in front. */
function joinBase(base: string, path: string): string {
  return `${base.replace(/\/+$/, '')}${path}`;
}

/** The configurations known at build, by locale; the default locale's stands under ''. */
export async function bakeConfigs(
  options: ResolvedOptions,
  config: AstroConfig,
  build: boolean,
  logger: Pick<AstroIntegrationLogger, 'warn'>,
): Promise<Record<string, ConsentConfig>> {
  const locales = options.locale ? [options.locale] : localesOf(config);
  const fixed = options.config;
  if (typeof fixed === 'function')
    return collect(locales, async (locale) => withLabels(await fixed({ locale })) as ConsentConfig);
  if (typeof fixed === 'object') return { '': fixed };
  if (options.cms === undefined) return {};
  // The build may see the CMS where the configuration does not: in CI, or in a container.
  const api = apiByEnvironment(process.env.CONSENT_CMS_URL, options.cms);
  if (!build || !options.bakeConfig) return {};
  try {
    return await collect(locales, async (locale) => {
      const query = { locale, country: null, region: null };
      return (await fetchConfig(api, query, undefined, BAKE_TIMEOUT)).config;
    });
  } catch (error) {
    logger.warn(
      `The consent configuration could not be built in: ${(error as Error).message}\n` +
        'Until the site has read one from the CMS its pages grant nothing and show no banner. ' +
        'Start the CMS before the build, or set bakeConfig: false to build without it.',
    );
    return {};
  }
}

async function collect(
  locales: readonly string[],
  get: (locale: string | null) => Promise<ConsentConfig>,
): Promise<Record<string, ConsentConfig>> {
  const known: Record<string, ConsentConfig> = {};
  for (const locale of locales) known[locale] = await get(locale);
  known[''] = locales[0] === undefined ? await get(null) : known[locales[0]]!;
  return known;
}

/** The site's locales, the default one first. */
function localesOf(config: AstroConfig): string[] {
  const i18n = config.i18n;
  if (!i18n) return [];
  const codes = i18n.locales.map((locale) => (typeof locale === 'string' ? locale : locale.codes[0]!));
  return [i18n.defaultLocale, ...codes.filter((code) => code !== i18n.defaultLocale)];
}

/** The hash by which a Content-Security-Policy allows the head snippet. */
export function cspHash(text: string): `sha256-${string}` {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** Types that every project with the integration gets: `Astro.locals.consent`, `client:consent`, `consentchange`. */
export const injectedTypes = `declare namespace App {
  interface Locals {
    /** What this page's visitor has granted, and what the page shows. */
    consent: import('@permesso/consent-astro/server').ConsentLocals;
  }
}

declare namespace Astro {
  interface ClientDirectives {
    /** Hydrates once this category, or this expression of categories, is granted. */
    'client:consent'?: import('@permesso/consent-astro/server').ConsentExpr;
  }
}

interface WindowEventMap {
  /** A decision, on \`window\`. */
  consentchange: CustomEvent<{
    decisions: import('@permesso/consent-astro/server').ConsentState['decisions'];
    previous: import('@permesso/consent-astro/server').ConsentState['decisions'];
    source: import('@permesso/consent-astro/server').ConsentState['source'];
  }>;
}
`;
