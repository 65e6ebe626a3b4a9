import { apiAddress } from '../contract/api-address.ts';
import type { ConsentBannerConfig, ConsentBannerLabels, ConsentConfig } from '../contract/config.ts';
import { inertConfig } from '../contract/default-config.ts';
import { consentConfigSchema } from '../contract/schema.ts';
import { DEFAULT_COUNTRY_HEADERS, DEFAULT_REGION_HEADERS } from '../rules/jurisdiction.ts';
import type { InterfaceTexts } from '../texts/index.ts';
import type { Attributes } from '../ui/markup.ts';
import { type ConsentTheme, themeProblem, themeStyle } from '../ui/theme.ts';
import { siteSecretOf } from './site-signature.ts';

/** What a configuration depends on: the page's language and the visitor's place. */
export interface ConfigQuery {
  locale: string | null;
  /** Upper-case ISO 3166-1 alpha-2 code. */
  country: string | null;
  /** Sub-division such as `CA` or `US-CA`. */
  region: string | null;
}

/** A configuration that the site brings itself. Labels may be left out: then the texts of the page's language stand in. */
export interface OwnConfig extends Omit<ConsentConfig, 'banner'> {
  banner: Omit<ConsentBannerConfig, 'labels'> & { labels?: Partial<ConsentBannerLabels> };
}

/** The site's own source of configurations: asked for every visit. */
export type ConfigModule = (visit: ConfigQuery) => OwnConfig | null | Promise<OwnConfig | null>;

/** How a site keeps cookies and entries of storage from being set that trackers declare and that nobody has granted. */
export interface ConsentCookies {
  /** Whether scripts are guarded in the page, too: `document.cookie`, `cookieStore` and the two storages. Default `false`. */
  page?: boolean;
  /**
   * What is always set: names, with `*` for anything. While no configuration is known nothing else is (C1), since nobody knows
   * then what is declared.
   */
  necessary?: readonly string[];
}

/** With whom a site works, by IAB's Transparency and Consent Framework. */
export interface TcfSiteOptions {
  /** Numbers of vendors on IAB's list; all of it where they are left out. */
  vendors?: readonly number[] | undefined;
  /** Numbers of Google's providers that are not on it; none where they are left out. */
  providers?: readonly number[] | undefined;
}

/** What `createSite` takes: where the configuration comes from, and how the site answers. */
export interface CreateSiteOptions {
  /**
   * Address of Strapi, or the whole one of the plugin's API, such as `https://cms.example/api/consent`. A function is asked
   * when it is needed, where the environment is known only then.
   */
  cms?: string | null | (() => string | null);
  /** Instead of a CMS: a fixed configuration, or a function that is asked for every visit. */
  config?: OwnConfig | ConfigModule;
  /** Configurations known beforehand, by locale, the default one's under `''`: what stands in while the CMS is away. */
  known?: Record<string, ConsentConfig>;
  /** Where the site's own consent routes answer, `/_consent` by default. */
  basePath?: string;
  /** Path of the site's front page, to which a decision leads back where no other page is known. Default `/`. */
  frontPage?: string;
  /** Whether the site has these routes; without them the browser asks the CMS. Default `true`. */
  routes?: boolean;
  /** Addresses of the routes end in a slash. */
  trailingSlash?: boolean;
  /** Locale of the texts, whatever the page's. */
  locale?: string | null;
  /**
   * `visitor` (default): HTML for this visitor. `neutral`: the same HTML for all. `model`: the same HTML for all visitors of one
   * consent model, which whoever is in front of the site names in the header `consent-model`.
   */
  render?: 'visitor' | 'neutral' | 'model';
  /** Request headers believed about the visitor's place, in order. Default: those of the large CDNs. */
  trustedHeaders?: { country: readonly string[]; region: readonly string[] };
  /** Whether what the platform tells about the place is believed beside the headers. Default `true`. */
  trustsPlatform?: boolean;
  /** The origins at which visitors reach the site, beside that of the request. */
  origins?: readonly string[];
  /** Date of `/.well-known/gpc.json`, `YYYY-MM-DD`; null where it is not served. */
  gpcLastUpdate?: string | null;
  /**
   * Name of the cookie that holds the users-permissions token of whoever is signed in. With it records name the account where the
   * CMS links them (`recording.mode: 'linked'`), and Global Privacy Control of one device holds on the others (`recording.accountSignal`).
   * Default: none; nobody's token is read.
   */
  accountCookie?: string | null;
  /** Interface texts of the site's own, by locale. */
  t?: Record<string, Partial<InterfaceTexts>>;
  /**
   * The site's own look: values of the custom properties `--consent-…`. Pages have it in their head, and records say it; what the
   * site's style sheets say of these properties is not known to a server.
   */
  theme?: ConsentTheme;
  /** What the site's router wants said on forms that leave the page. */
  formAttributes?: Attributes;
  /**
   * Address of the folder `page-files` that the core ships, with its last slash: pages load from it what they need. Best one
   * that changes with the content of the files.
   */
  files: string;
  /**
   * The secret that the CMS has as `site.secret`, at least 32 characters: with it the site signs what it hands over, so that
   * records say that place and model come from the site. Only for servers; a function is asked when it is needed. Null: no
   * signature.
   */
  secret?: string | null | (() => string | null | undefined);
  /**
   * Withholds cookies that trackers declare while none of these is granted: `visit.maySet()` says which, and pages that ask for
   * it guard their scripts. Off by default.
   */
  consentCookies?: boolean | ConsentCookies;
  /**
   * Takes part in IAB's Transparency and Consent Framework: pages have `__tcfapi` in their head, and the site answers for their
   * vendors at `tcf.json`. What answers the page is the adapter's. Off by default.
   */
  tcf?: TcfSiteOptions | null;
  /**
   * Speaks IAB's Global Privacy Platform: pages have `__gpp` in their head, before any script that may ask it. What answers is the
   * adapter's. With `'state'` a page of a visitor of the United States is told their state, too. Off by default.
   */
  gpp?: boolean | 'state';
  /**
   * Whether a `User-Agent` is that of a bot, whose visits are not counted as such. A list goes out of date with this package,
   * so it is the site's: `isbot` from npm, as a function. Default: nobody is one.
   */
  isBot?: (userAgent: string) => boolean;
  /** Is told what goes wrong; `console.warn` by default. */
  warn?: (message: string) => void;
}

/** A route of the site's own that pages name. */
export type PageRoute = 'config' | 'records' | 'decide' | 'preferences' | 'preview';

/** The same with every default in place, and what all of a site's parts ask. */
export interface SiteSettings
  extends Required<
    Omit<CreateSiteOptions, 'cms' | 'config' | 'trailingSlash' | 'secret' | 'consentCookies' | 'theme'>
  > {
  /** Address of the plugin's API, or null without a CMS. */
  api: () => string | null;
  /** The hosts that are the site's own beside that of a request, with their ports. */
  otherHosts: () => readonly string[];
  /** What it signs with, or null. It throws where that is too short. */
  secret: () => string | null;
  /** Asked for every visit, or null. */
  module: ConfigModule | null;
  slash: '/' | '';
  /** The style sheet of the site's theme; empty without one. */
  themeStyle: string;
  /** Null where no cookie is withheld. */
  consentCookies: Required<ConsentCookies> | null;
  /** Where browsers find a route. */
  address(route: PageRoute): string;
}

/** @throws where an option is wrong, naming it and what to write instead. */
export function settingsOf(options: CreateSiteOptions): SiteSettings {
  const { cms = null, config, known, basePath = '/_consent', trailingSlash, locale, files } = options;
  if (!files?.endsWith('/'))
    throw new Error(
      `createSite(): files is ${files ? `"${files}"` : 'missing'}; use the address of the folder page-files with its last slash, such as "/page-files/"`,
    );
  const { api, otherHosts } = addressesOf(cms, options.origins ?? []);
  // At once where it is known at once.
  if (typeof cms === 'string') api();
  const { secret } = options;
  // At once where it is known at once: a start that fails says more than records that do.
  const fixed = typeof secret === 'function' ? null : siteSecretOf(secret);
  const isAsked = typeof config === 'function';
  const slash = trailingSlash ? '/' : '';
  return {
    api,
    otherHosts,
    secret: typeof secret === 'function' ? () => siteSecretOf(secret()) : () => fixed,
    module: isAsked ? config : null,
    known: known ?? (config && !isAsked ? { '': ownConfig(config) } : {}),
    basePath,
    frontPage: options.frontPage ?? '/',
    routes: options.routes ?? true,
    slash,
    locale: locale ?? null,
    render: options.render ?? 'visitor',
    trustedHeaders: options.trustedHeaders ?? {
      country: DEFAULT_COUNTRY_HEADERS,
      region: DEFAULT_REGION_HEADERS,
    },
    trustsPlatform: options.trustsPlatform ?? true,
    origins: options.origins ?? [],
    gpcLastUpdate: options.gpcLastUpdate ?? null,
    accountCookie: options.accountCookie ?? null,
    t: options.t ?? {},
    themeStyle: themeStyleOf(options.theme),
    formAttributes: options.formAttributes ?? {},
    files,
    consentCookies: cookiesOf(options.consentCookies),
    tcf: options.tcf ?? null,
    gpp: options.gpp ?? false,
    isBot: options.isBot ?? (() => false),
    warn: options.warn ?? ((message) => console.warn(`[consent] ${message}`)),
    // A framework that redirects an address without its slash would lose what a form or a record carries.
    address: (route) => `${basePath}/${route}${slash}`,
  };
}

/** What follows from the address of the CMS; read once, for as long as that stays the same. */
function addressesOf(
  cms: NonNullable<CreateSiteOptions['cms']> | null,
  origins: readonly string[],
): Pick<SiteSettings, 'api' | 'otherHosts'> {
  const read = (address: string) => {
    if (address && !/^https?:\/\//i.test(address))
      throw new Error(
        'createSite(): cms is no web address; write it with its scheme, such as "https://cms.example"',
      );
    const api = address ? apiAddress(address) : null;
    const others = api ? [...origins, api] : origins;
    return { address, api, hosts: others.flatMap((one) => (URL.canParse(one) ? new URL(one).host : [])) };
  };
  let last: ReturnType<typeof read> | null = null;
  const current = () => {
    const address = (typeof cms === 'function' ? cms() : cms) ?? '';
    if (last?.address !== address) last = read(address);
    return last;
  };
  return { api: () => current().api, otherHosts: () => current().hosts };
}

function themeStyleOf(theme: ConsentTheme = {}): string {
  const problem = themeProblem(theme);
  if (problem) throw new Error(`createSite(): theme: ${problem}`);
  return themeStyle(theme);
}

function cookiesOf(option: CreateSiteOptions['consentCookies']): Required<ConsentCookies> | null {
  const { page = false, necessary = [] } = typeof option === 'object' ? option : {};
  return option ? { page, necessary } : null;
}

/** Puts empty labels where some were left out. Whatever is no configuration stays as it is, for the schema to refuse. */
export function withLabels(config: unknown): unknown {
  if (!isObject(config) || !isObject(config.banner)) return config;
  const { labels = {} } = config.banner;
  if (!isObject(labels)) return config;
  return { ...config, banner: { ...config.banner, labels: { ...inertConfig().banner.labels, ...labels } } };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** @throws where it is no configuration, naming the first thing that is wrong. */
export function ownConfig(config: unknown): ConsentConfig {
  const parsed = consentConfigSchema.safeParse(withLabels(config));
  if (parsed.success) return parsed.data as ConsentConfig;
  const issue = parsed.error.issues[0];
  throw new Error(`an invalid ${issue?.path.join('.')}: ${issue?.message}`);
}
