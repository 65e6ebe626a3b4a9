import {
  ALL_CONSENT_MODE_SIGNALS,
  CONSENT_MODELS,
  COOKIE_SAME_SITE,
  LEGAL_PROPOSALS,
  LOADER_ADAPTERS,
  LOADER_STRATEGIES,
  PROCESSOR_ROLES,
  PROCESSOR_STATES,
  SECRET_LENGTH,
  TRACKER_HOST,
  TRACKER_KINDS,
  TRACKER_STORAGES,
  TRANSFER_FALLBACKS,
  TRANSFER_MECHANISMS,
} from '@permesso/consent-core';
import { regionRowSchema } from '@permesso/consent-core/schema';
import { z } from 'zod';
import { trackerFromPreset } from './catalogue/presets';
import {
  ATTRIBUTE_NAME,
  addressOf,
  COOKIE_PATTERN,
  MOST_OF_ADDRESS,
  MOST_OPTIONAL,
  TRACKER_HOST_FORM,
  webAddressOf,
} from './content/field-checks';
import type { EvidenceStoreFactory } from './evidence/store';
import { wholeNumber } from './options.numbers';
import { releaseOptions } from './options.releases';
import { scanOptions } from './options.scan';
import { cron, timeZone } from './options.schedule';
import { sealOptions } from './options.seal';
import { tcfOptions } from './options.tcf';
import { processorFromPreset } from './processors/presets';
import { LEGAL_DOCUMENT_KINDS, RECORDING_MODES } from './value-lists';

/** The options of `consentPlugin(...)`, checked at start. Defaults stand in `resolveOptions`. */

const model = z.enum(CONSENT_MODELS);
const isoDate = z.iso.date('a date as YYYY-MM-DD');

/** Whoever writes a row in code may leave the law to a comment. */
const regionRow = regionRowSchema.extend({ law: z.string().default('') });

/** `https://shop.example`: what a browser sends as `Origin`, so neither a path nor a wildcard. */
const origin = z
  .string()
  .superRefine((value, ctx) => {
    const problem = originProblem(value);
    if (problem) ctx.addIssue({ code: 'custom', message: problem });
  })
  .transform((value) => new URL(value).origin);

function originProblem(value: string): string | null {
  if (value.includes('*')) {
    return 'an exact origin like "https://shop.example" (a wildcard would open the consent records to any site)';
  }
  if (!URL.canParse(value)) return 'an origin like "https://shop.example"';
  const url = new URL(value);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return 'an origin that begins with http:// or https://';
  if (url.username || url.password) return 'an origin without user name and password';
  if (url.pathname !== '/' || url.search || url.hash) return `an origin without a path: "${url.origin}"`;
  return null;
}

const company = z.strictObject({
  name: z.string().min(1),
  legalName: z.string().min(1),
  address: z.string().min(1),
  email: z.email(),
  url: z.url().optional(),
  jurisdictions: z.array(z.string()).optional(),
  governingLaw: z.string().optional(),
  dpo: z
    .union([z.strictObject({ name: z.string().optional(), email: z.email() }), z.literal(false)])
    .optional(),
});

/** What the content types would refuse later, on the first start alone, without saying which option it was. */
const webUrl = webAddressOf('a URL that begins with https:// or http://').max(MOST_OF_ADDRESS).optional();

const attributes = z.record(z.string(), z.string()).superRefine((all, ctx) => {
  for (const name of Object.keys(all)) {
    if (ATTRIBUTE_NAME.test(name)) continue;
    const message = 'an attribute name other than an event attribute';
    ctx.addIssue({ code: 'custom', path: [name], message });
  }
});

const loader = z.strictObject({
  src: addressOf('an address that begins with https://, http:// or /').max(MOST_OF_ADDRESS).optional(),
  inline: z.string().optional(),
  strategy: z.enum(LOADER_STRATEGIES).default('afterDecision'),
  attributes: attributes.optional(),
  consentModeManaged: z.boolean().default(false),
  adapter: z.enum(LOADER_ADAPTERS).optional(),
});

const cookie = z.strictObject({
  name: z.string().min(1).regex(COOKIE_PATTERN, 'a name, or a part of one with a wildcard like "_ga_*"'),
  domain: z.string().optional(),
  storage: z.enum(TRACKER_STORAGES).default('cookie'),
  durationText: z.string().optional(),
  description: z.string().optional(),
});

/** The catalogue's own words say best what is wrong with a preset's key or variables. */
function refuseWhatThrows(ctx: z.RefinementCtx, attempt: () => unknown): void {
  try {
    attempt();
  } catch (error) {
    ctx.addIssue({ code: 'custom', message: (error as Error).message, params: { wholeSentence: true } });
  }
}

/** A tracker of your own in the seeds, beside those from the catalogue. */
export const inlineTracker = z.strictObject({
  name: z.string().min(1),
  key: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,29}$/, 'at most 30 lower-case letters, digits, - and _, such as "youtube"')
    .optional(),
  categoryKey: z.string().min(1),
  kind: z.enum(TRACKER_KINDS),
  vendor: z.string().optional(),
  vendorPrivacyUrl: webUrl,
  purpose: z.string().optional(),
  hosts: z.array(z.string().regex(TRACKER_HOST, TRACKER_HOST_FORM)).optional(),
  cookies: z.array(cookie).optional(),
  loader: loader.optional(),
  environments: z.array(z.string()).optional(),
});

/** A processor of your own in the seeds; the same fields serve as overrides of a preset. */
export const inlineProcessor = z.strictObject({
  name: z.string().min(1),
  legalName: z.string().optional(),
  role: z.enum(PROCESSOR_ROLES),
  purpose: z.string(),
  dataCategories: z.array(z.string()),
  country: z.string().regex(/^[A-Z]{2}$/, 'a country as two upper-case letters'),
  transfer: z.strictObject({
    mechanism: z.enum(TRANSFER_MECHANISMS),
    fallback: z.enum(TRANSFER_FALLBACKS).optional(),
    notes: z.string().optional(),
  }),
  privacyUrl: webUrl,
  dpaUrl: webUrl,
  subprocessorsUrl: webUrl,
  subprocessor: z.boolean(),
  showInPrivacyPolicy: z.boolean(),
  verified: z.boolean(),
  status: z.enum(PROCESSOR_STATES),
  addedAt: isoDate.optional(),
  removedAt: isoDate.optional(),
});

const category = z.strictObject({
  key: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,49}$/, 'at most 50 lower-case letters, digits, "-" and "_"'),
  label: z.string().min(1),
  description: z.string(),
  required: z.boolean(),
  respectGPC: z.boolean(),
  defaultInOptOut: z.boolean(),
  consentModeSignals: z.array(z.enum(ALL_CONSENT_MODE_SIGNALS)),
});

const categories = z.array(category).superRefine((all, ctx) => {
  for (const [index, { key }] of all.entries()) {
    if (all.findIndex((one) => one.key === key) === index) continue;
    ctx.addIssue({ code: 'custom', path: [index, 'key'], message: 'a key that no other category has' });
  }
  const [over] = all.flatMap(({ required }, index) => (required ? [] : index)).slice(MOST_OPTIONAL);
  if (over !== undefined) {
    const message = `true: visitors can decide about ${MOST_OPTIONAL} categories at most`;
    ctx.addIssue({ code: 'custom', path: [over, 'required'], message });
  }
});

export const trackerSeed = z
  .union([
    z.string(),
    z.strictObject({
      key: z.string(),
      vars: z.record(z.string(), z.union([z.string(), z.boolean()])).optional(),
      enabled: z.boolean().optional(),
    }),
    z.strictObject({ tracker: inlineTracker, enabled: z.boolean().optional() }),
  ])
  .superRefine((seed, ctx) => {
    if (typeof seed !== 'string' && 'tracker' in seed) return;
    const { key, vars } = typeof seed === 'string' ? { key: seed, vars: undefined } : seed;
    refuseWhatThrows(ctx, () => trackerFromPreset(key, vars));
  });

export const processorSeed = z
  .union([
    z.string(),
    z.strictObject({ key: z.string(), overrides: inlineProcessor.partial().optional() }),
    z.strictObject({ processor: inlineProcessor }),
  ])
  .superRefine((seed, ctx) => {
    if (typeof seed !== 'string' && 'processor' in seed) return;
    refuseWhatThrows(ctx, () => processorFromPreset(typeof seed === 'string' ? seed : seed.key));
  });

/** A token (RFC 9110, 5.6.2): it stands in `Vary` too. */
const headerName = z
  .string()
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, 'the name of a header, like "cf-ipcountry"');

export const USERS = 'plugin::users-permissions.user';

/** Several, with spaces between them, so that a secret can be replaced without a moment in which none fits. */
/** As an address has it; a wildcard is for all below a name. */
const siteHost = z
  .string()
  .regex(
    /^(?:\*\.)?[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*(?::\d+)?$/,
    'a host in lower case without scheme and path, such as "media.example.com" or "*.example.com"',
  );

const siteSecrets = z
  .string()
  .transform((value) => value.split(/\s+/).filter((secret) => secret !== ''))
  .refine((secrets) => secrets.every((secret) => secret.length >= SECRET_LENGTH), {
    message: `at least ${SECRET_LENGTH} characters; make one with "openssl rand -hex 32"`,
  });

const seed = z.strictObject({
  company: company.optional(),
  locale: z.string().optional(),
  categories: z.union([z.boolean(), categories]).optional(),
  trackers: z.array(trackerSeed).optional(),
  processors: z.array(processorSeed).optional(),
  legalPages: z.boolean().optional(),
  documents: z.array(z.enum(LEGAL_DOCUMENT_KINDS)).optional(),
});

export const optionsSchema = z.strictObject({
  basePath: z
    .string()
    .regex(
      /^(\/[a-z0-9_-]+)+$/,
      'a path like "/consent": a slash, then lower-case letters, digits, "-", "_", "/"',
    )
    .optional(),
  // Who is signed in, only this plugin knows.
  usersSlug: z.literal([USERS, false]).optional(),
  legalPages: z.boolean().optional(),
  processors: z.boolean().optional(),
  allowedOrigins: z.array(origin).optional(),
  cookie: z
    .strictObject({
      name: z
        .string()
        .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, 'a cookie name without spaces or separators')
        .optional(),
      maxAgeDays: wholeNumber(1, 400).optional(),
      domain: z
        .string()
        .regex(
          /^\.?([a-z0-9-]+\.)*[a-z0-9-]+$/i,
          'a domain like "shop.example", without scheme, port or path',
        )
        .optional(),
      sameSite: z.enum(COOKIE_SAME_SITE).optional(),
    })
    // RFC 6265bis, section 4.1.3.2: such a cookie would never be stored, and the banner would return for ever.
    .refine(({ name = '', domain }) => !domain || !/^__host-/i.test(name), {
      path: ['domain'],
      message: 'no domain, or a name that does not begin with "__Host-": browsers refuse the two together',
    })
    .optional(),
  jurisdiction: z
    .strictObject({
      headers: z.array(headerName).optional(),
      regionHeaders: z.array(headerName).optional(),
      overrides: z.array(regionRow).optional(),
      fallback: model.optional(),
      trustProxy: z.boolean().optional(),
      proposals: z.array(z.enum(LEGAL_PROPOSALS)).optional(),
    })
    .optional(),
  config: z.strictObject({ cacheControl: z.enum(['public', 'private']).optional() }).optional(),
  site: z.strictObject({ secret: siteSecrets.optional(), hosts: z.array(siteHost).optional() }).optional(),
  recording: z
    .strictObject({
      mode: z.enum(RECORDING_MODES).optional(),
      retentionMonths: wholeNumber(1, 240).optional(),
      rateLimitPerMinute: wholeNumber(1, 100_000).optional(),
      ceilingPerMinute: wholeNumber(1, 100_000_000).optional(),
      implicit: z.boolean().optional(),
      accountSignal: z.boolean().optional(),
      onUserDelete: z.enum(['keep', 'unlink']).optional(),
      userAgent: z.boolean().optional(),
      networks: z.boolean().optional(),
      redis: z
        .string()
        .regex(/^rediss?:\/\//, 'a URL that begins with redis:// or rediss://')
        .optional(),
      store: z
        .custom<EvidenceStoreFactory>((value) => typeof value === 'function', {
          message: 'a function that takes the Strapi instance and returns a store of evidence',
        })
        .optional(),
    })
    .optional(),
  seal: sealOptions.optional(),
  releases: releaseOptions.optional(),
  scan: scanOptions.optional(),
  tcf: tcfOptions.optional(),
  seed: z.union([seed, z.literal(false)]).optional(),
  jobs: z
    .strictObject({
      seal: z
        .union([z.strictObject({ everySeconds: wholeNumber(1, 3600).optional() }), z.literal(false)])
        .optional(),
      purge: z
        .union([z.strictObject({ cron: cron.optional(), tz: timeZone.optional() }), z.literal(false)])
        .optional(),
      embeds: z.boolean().optional(),
      signal: z
        .union([
          z.strictObject({
            url: z
              .url({ protocol: /^https?$/, message: 'the whole address of the route `config` of the site' })
              .optional(),
            cron: cron.optional(),
            tz: timeZone.optional(),
          }),
          z.literal(false),
        ])
        .optional(),
    })
    .optional(),
  admin: z.strictObject({ widget: z.boolean().optional() }).optional(),
});
