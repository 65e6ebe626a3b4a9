import type { ConsentConfig } from '@permesso/consent-core';
import { consentConfigSchema } from '@permesso/consent-core/schema';
import {
  type ConsentCookies,
  type ConsentTheme,
  type OwnConfig,
  withLabels,
} from '@permesso/consent-core/site';
import { themeProblem } from '@permesso/consent-core/ui';
import { z } from 'astro/zod';
import type { GppOptions } from './gpp/index.ts';
import { restrictionSchema, type TcfOptions, tcfOptionSchema } from './tcf-option.ts';

/** Asked once per locale when the site starts or builds; what it returns is built into the site. */
export type ConfigFunction = (visit: { locale: string | null }) => OwnConfig | Promise<OwnConfig>;

const headerName = z
  .string()
  .regex(/^[a-z0-9-]+$/i, 'use a header name such as "cf-ipcountry"')
  .transform((name) => name.toLowerCase());

const trustedHeadersSchema = z.union([
  z.literal(false),
  z.strictObject({ country: z.array(headerName).optional(), region: z.array(headerName).optional() }),
]);

const consentCookiesSchema = z.strictObject({
  page: z.boolean().optional(),
  necessary: z.array(z.string().min(1)).optional(),
});

const gppOptionSchema = z.strictObject({
  cmpId: z
    .int({ error: 'use the number under which IAB has registered your consent manager' })
    .min(2)
    .max(4095),
  mspa: z.enum(['none', 'opt-out', 'service-provider']).default('none'),
  sections: z.enum(['national', 'state']).default('national'),
});

const schema = z
  .strictObject({
    cms: z
      .url({ protocol: /^https?$/, error: 'use the address of Strapi, such as "http://127.0.0.1:1337"' })
      .optional(),
    config: z
      .union([
        z.custom<ConfigFunction>((value) => typeof value === 'function'),
        z.string().min(1),
        z.preprocess(withLabels, consentConfigSchema) as unknown as z.ZodType<ConsentConfig>,
      ])
      .optional(),
    basePath: z
      .string()
      .regex(
        /^\/[a-z0-9_-]+(?:\/[a-z0-9_-]+)*$/,
        'begin with a slash and leave the last one out: "/_consent"',
      )
      .default('/_consent'),
    locale: z.string().min(2, 'use the tag of a language, such as "de"').optional(),
    publicOrigins: z
      .array(
        z
          .url({ protocol: /^https?$/, error: 'use addresses such as "https://shop.example"' })
          .transform((address) => new URL(address).origin),
      )
      .default([]),
    head: z.enum(['auto', 'manual']).default('auto'),
    gate: z.enum(['content', 'page']).default('content'),
    unknownHosts: z.enum(['block', 'allow', 'warn']).default('block'),
    ownHosts: z
      .array(
        z
          .string()
          .regex(
            /^(\*\.)?[a-z\d-]+(\.[a-z\d-]+)*(:\d+)?$/,
            'use hosts such as "media.example.com" or "*.example.com"',
          ),
      )
      .default([]),
    render: z.enum(['visitor', 'neutral', 'model']).default('visitor'),
    trustedHeaders: trustedHeadersSchema.optional(),
    bakeConfig: z.boolean().default(true),
    gpcWellKnown: z
      .union([
        z.boolean(),
        z.strictObject({ lastUpdate: z.iso.date({ error: 'use a date such as "2026-01-31"' }) }),
      ])
      .default(true),
    accountCookie: z
      .string()
      .regex(/^[\w!#$%&'*+.^`|~-]+$/, 'use the name of a cookie')
      .optional(),
    csp: z.boolean().default(true),
    consentCookies: z.union([z.boolean(), consentCookiesSchema]).default(false),
    gpp: gppOptionSchema.optional(),
    tcf: tcfOptionSchema.optional(),
    t: z.record(z.string(), z.record(z.string(), z.string())).default({}),
    theme: z
      .record(z.string(), z.unknown())
      .superRefine((theme, ctx) => {
        const problem = themeProblem(theme);
        if (problem) ctx.addIssue({ code: 'custom', message: problem });
      })
      .transform((theme) => theme as ConsentTheme)
      .default({}),
  })
  .refine((options) => (options.cms === undefined) !== (options.config === undefined), {
    error:
      'name where the consent configuration comes from: either "cms" or "config", not both and not neither',
  });

/** What `consent({ … })` takes in `astro.config.mjs`. */
export interface ConsentOptions {
  /**
   * Address of Strapi, such as `http://127.0.0.1:1337`. With a `basePath` of its own in the plugin, the whole
   * address: `https://cms.example/api/privacy`. `CONSENT_CMS_URL` in the environment wins at run time.
   */
  cms?: string;
  /**
   * Instead of a CMS: a fixed configuration, a function of the locale (asked at start and built in), or the
   * path of a module whose default export is asked for every visit: `./src/consent.config.ts`. Labels of the banner that
   * it leaves out or empty are said in the page's language, by `t` or the built-in texts.
   */
  config?: OwnConfig | ConfigFunction | string;
  /** Where the site's own consent routes answer. Default `/_consent`. */
  basePath?: string;
  /**
   * Addresses at which visitors reach the site, such as `https://shop.example`, besides `site` and `i18n.domains`: what a
   * proxy in front of it says of a request is believed for these, unless `security.allowedDomains` says for which.
   */
  publicOrigins?: string[];
  /** Locale of the texts. Default: the page's `Astro.currentLocale`, else the CMS's default. */
  locale?: string;
  /** `auto` (default) puts the head snippet first in every page; `manual` leaves it to `<ConsentHead />`. */
  head?: 'auto' | 'manual';
  /**
   * Where what loads from third parties is held back until it is granted: in what stands in components for content (`content`, default), or in
   * every HTML answer of the site (`page`).
   */
  gate?: 'content' | 'page';
  /** What becomes of hosts that no tracker names: held back (`block`, default), left (`allow`), or left and told of (`warn`). */
  unknownHosts?: 'block' | 'allow' | 'warn';
  /** Hosts that are the site's own beside its address and the CMS's: `media.example.com`, `*.example.com`. */
  ownHosts?: string[];
  /**
   * `visitor` (default): HTML for this visitor. `neutral`: the same HTML for all, safe behind a CDN. `model`: the same HTML for all
   * under one consent model, which the edge in front of the site names in the request's header `consent-model`.
   */
  render?: 'visitor' | 'neutral' | 'model';
  /** Which request headers to believe about the visitor's place; `false` for none. Default: those of the large CDNs. */
  trustedHeaders?: false | { country?: string[]; region?: string[] };
  /** Asks the CMS at build, so that pages know something while it is away. Default `true`. */
  bakeConfig?: boolean;
  /** Serves `/.well-known/gpc.json` while a category respects Global Privacy Control. Default `true`. */
  gpcWellKnown?: boolean | { lastUpdate: string };
  /**
   * Name of the cookie that holds the users-permissions token of whoever is signed in, so that records name the account and its
   * signals follow it, as far as the CMS is told to (`recording.mode`, `recording.accountSignal`). Default: none.
   */
  accountCookie?: string;
  /** Registers the head snippet's hash when Astro's `security.csp` is on. Default `true`. */
  csp?: boolean;
  /**
   * Sets no cookie that trackers declare while none of these is granted, whoever sets it in an answer of the site. With
   * `page: true` scripts are kept from it, too, and from such entries of local and session storage. Default `false`.
   */
  consentCookies?: boolean | ConsentCookies;
  /**
   * Has pages tell advertising by IAB's Global Privacy Platform (`__gpp`) what visitors of the United States have opted out of.
   * Needs the package `@iabgpp/cmpapi`, and a CMP id of your own. Off by default.
   */
  gpp?: GppOptions;
  /**
   * Takes part in IAB's Transparency and Consent Framework (`__tcfapi`). Needs the option `tcf` of the plugin, the packages
   * `@iabtechlabtcf/core` and `@iabtechlabtcf/cmpapi`, and a CMP id of your own. Off by default.
   */
  tcf?: TcfOptions;
  /**
   * Your own look: values of the custom properties `--consent-…`, such as `{ '--consent-radius': '0' }`. Pages have it in their head, and
   * records say it; what your style sheets say of these properties no record knows. Default: none.
   */
  theme?: ConsentTheme;
  /** Interface texts of your own, by locale and key; they win over the built-in ones. */
  t?: Record<string, Record<string, string>>;
}

export type ResolvedOptions = z.output<typeof schema>;

/**
 * Checks the options and applies the defaults.
 * @throws an error that names the option, what was found and what to write instead.
 */
export function resolveOptions(options: ConsentOptions | undefined): ResolvedOptions {
  const parsed = schema.safeParse(options ?? {}, { error: expectation });
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `- ${describe(issue, options)}`);
  throw new OptionsError(`consent(): the options need a correction (astro.config.mjs)\n${lines.join('\n')}`);
}

export class OptionsError extends Error {
  override name = 'ConsentOptionsError';
  readonly hint = 'A working start: consent({ cms: "http://127.0.0.1:1337" })';
}

/** What is said of a wrong type where the option has no words of its own for it. */
const expectation: z.core.$ZodErrorMap = (issue) =>
  issue.code === 'invalid_type' ? `expected ${issue.expected}` : undefined;

/** The objects among the options, by their path without the places in lists. */
const OBJECTS: Record<string, z.ZodObject> = {
  '': schema,
  gpp: gppOptionSchema,
  tcf: tcfOptionSchema,
  'tcf.publisherRestrictions': restrictionSchema,
};

function describe(issue: z.core.$ZodIssue, options: unknown): string {
  const path = issue.path.join('.');
  const found = issue.path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key],
    options,
  );
  if (issue.code === 'unrecognized_keys') {
    const unknown = issue.keys.map((key) => `"${[...issue.path, key].join('.')}"`).join(', ');
    const object = OBJECTS[issue.path.filter((part) => typeof part === 'string').join('.')];
    const known = Object.keys(object?.shape ?? {}).join(', ');
    return `unknown option ${unknown}; the options ${path ? `of ${path} ` : ''}are ${known}`;
  }
  if (issue.code === 'invalid_value') {
    return `${path} is ${show(found)}; use ${issue.values.map(show).join(' or ')}`;
  }
  if (issue.code === 'invalid_union') return `${path} is ${show(found)}; ${describeUnion(path, issue)}`;
  return path ? `${path} is ${show(found)}; ${issue.message}` : issue.message;
}

/** Mistakes of a configuration that are named at once. */
const SHOWN = 5;

/** The longest branch of a union says most: the branch of an object that was nearly right. */
function describeUnion(path: string, issue: z.core.$ZodIssueInvalidUnion): string {
  if (path === 'trustedHeaders')
    return 'use false or { country: ["cf-ipcountry"], region: ["cf-region-code"] }';
  if (path === 'consentCookies')
    return 'use true, false or { page: true, necessary: ["session"] }, where page and necessary may be left out';
  if (path === 'gpcWellKnown') return 'use true, false or { lastUpdate: "2026-01-31" }';
  const inner = issue.errors.flat().filter((error) => error.path.length > 0);
  const shown = inner.slice(0, SHOWN).map((error) => `${[path, ...error.path].join('.')}: ${error.message}`);
  if (inner.length > SHOWN) shown.push(`and ${inner.length - SHOWN} more`);
  return inner.length > 0
    ? `it is not a valid configuration: ${shown.join('; ')}`
    : 'use a ConsentConfig object, a function that returns one, or the path of a module';
}

function show(value: unknown): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  return JSON.stringify(value) ?? String(value);
}
