/**
 * The contract as Zod schemas: one validation for the CMS that publishes a config and the site that reads it.
 * What a schema gives and the contract's types are the same types; the compiler checks it in schema.test.ts.
 */
import { z } from 'zod';
import { isLoadableAddress } from './safe-html.ts';
import { isTcString, TC_STRING_LETTERS } from './tc-string.ts';
import {
  ALL_CONSENT_MODE_SIGNALS,
  BANNER_POSITIONS,
  CATEGORY_PURPOSES,
  CONSENT_GRANULARITIES,
  CONSENT_MODELS,
  CONSENT_SOURCES,
  COOKIE_SAME_SITE,
  LOADER_ADAPTERS,
  LOADER_STRATEGIES,
  OTHER_BASES,
  PROCESSOR_ROLES,
  PROCESSOR_STATES,
  RECONSENT_TRIGGERS,
  REGION,
  TRACKER_HOST,
  TRACKER_KINDS,
  TRACKER_STORAGES,
  TRANSFER_FALLBACKS,
  TRANSFER_MECHANISMS,
} from './values.ts';

const oneOf = <const T extends readonly string[]>(values: T) =>
  z.enum(values, { error: `use one of: ${values.join(', ')}` });

/** Databases refuse NUL in text. */
const text = z.string({ error: 'give a text' }).regex(/^[^\0]*$/, 'remove the NUL character');
const filled = text.min(1, 'must not be empty');
const flag = z.boolean({ error: 'use true or false' });
const date = z.iso.date('use a date as YYYY-MM-DD');
const uuid = z
  .string({ error: 'give a UUID' })
  .regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i, 'give a UUID, such as one of crypto.randomUUID()');
const country = z
  .string({ error: 'give a country code' })
  .regex(/^[A-Z]{2}$/, 'use an upper-case ISO 3166-1 code of two letters, such as DE');

const place = z
  .string({ error: 'give a place' })
  .regex(/^[A-Z]{2}(-[A-Z0-9]{1,3})?$/, 'use an ISO 3166-2 code, such as US or US-CA');

/** An address that a page may link to or load: relative, or http(s). */
const address = filled.refine(isLoadableAddress, 'use an address that begins with https://, http:// or /');
const webAddress = z.url({ protocol: /^https?$/, error: 'give a whole address that begins with https://' });

const serviceName = filled
  .max(30, 'use at most 30 characters')
  .regex(/^[a-z0-9][a-z0-9_-]*$/, 'use lower-case letters, digits, - and _ only');

const categoryKey = filled
  .max(64, 'use at most 64 characters')
  .regex(/^[a-z0-9_-]*$/, 'use lower-case letters, digits, - and _ only');

export const categorySchema = z.object({
  key: categoryKey,
  label: filled,
  description: text,
  required: flag,
  respectGPC: flag,
  defaultInOptOut: flag,
  consentModeSignals: z.array(oneOf(ALL_CONSENT_MODE_SIGNALS)),
  purpose: oneOf(CATEGORY_PURPOSES).optional(),
  basis: oneOf(OTHER_BASES).optional(),
});

export const trackerCookieSchema = z.object({
  name: filled,
  domain: text.optional(),
  storage: oneOf(TRACKER_STORAGES),
  durationText: text.optional(),
  description: text.optional(),
});

const trackerHost = text.regex(
  TRACKER_HOST,
  'use a host without scheme or port, such as www.example.com, *.example.com or www.example.com/maps',
);

const pixels = z.int({ error: 'give whole pixels' }).positive('use more than 0 pixels');

const picture = z.object({ url: address, width: pixels.optional(), height: pixels.optional() });

const attributeName = text.regex(/^[a-z_:][-\w:.]*$/i);

export const trackerLoaderSchema = z.object({
  src: address.optional(),
  inline: text.optional(),
  strategy: oneOf(LOADER_STRATEGIES),
  attributes: z.record(attributeName, text, 'map names of HTML attributes to texts').optional(),
  consentModeManaged: flag,
  adapter: oneOf(LOADER_ADAPTERS).optional(),
});

export const trackerSchema = z
  .object({
    id: filled,
    key: serviceName.optional(),
    name: filled,
    vendor: text.optional(),
    vendorPrivacyUrl: address.optional(),
    categoryKey,
    kind: oneOf(TRACKER_KINDS),
    purpose: text.optional(),
    hosts: z.array(trackerHost).optional(),
    poster: picture.optional(),
    cookies: z.array(trackerCookieSchema).optional(),
    loader: trackerLoaderSchema.optional(),
  })
  .refine(({ kind, loader }) => kind !== 'pixel' || !loader || loader.src, {
    path: ['loader', 'src'],
    error: 'give the address of the pixel',
  })
  .refine(({ kind, loader }) => kind !== 'script' || !loader || loader.src || loader.inline, {
    path: ['loader'],
    error: 'give the script a src or an inline text',
  });

/**
 * A path of the site, as the address bar shows it behind the host. Never one that stands for the whole site, also not in a
 * roundabout way (`/../*`): there a notice that the law asks for would show nowhere.
 */
export const quietPageSchema = text.regex(
  /^(?!.*\/(\.|%2e))(\/[^\s/*?#\\]+)+(\/\*)?$/i,
  'use a path such as /imprint without a slash at its end, or /legal/* for all below; the whole site cannot be named',
);

export const bannerSchema = z.object({
  controller: text.optional(),
  title: text,
  description: text,
  position: oneOf(BANNER_POSITIONS),
  showRejectAll: flag,
  // Where one is empty, a built-in text of the page's language stands in: no button is without.
  labels: z.object({
    acceptAll: text,
    rejectAll: text,
    customize: text,
    save: text,
    close: text,
    manage: text,
    reloadNotice: text,
    requiredBadge: text,
    gpcHonored: text,
  }),
  notes: z.object({ optOut: text.optional(), notice: text.optional(), changed: text.optional() }).optional(),
  links: z.object({ privacy: address.optional(), cookies: address.optional() }),
  quietPages: z.array(quietPageSchema).optional(),
});

export const versionsSchema = z.object({
  policyVersion: filled.max(64),
  categoriesVersion: filled.max(64),
  trackersVersion: filled.max(64),
  documentsVersion: filled.max(64),
});

/** A row of the table of regions, whoever gives it: the plugin's options or an editor. */
export const regionRowSchema = z.strictObject({
  region: z
    .string({ error: 'give a region' })
    .regex(REGION, 'use EEA, a country such as US, or a region such as US-CA'),
  model: oneOf(CONSENT_MODELS),
  law: text.max(500, 'use at most 500 characters'),
  effectiveFrom: date.optional(),
});

/** A cookie's name: a token of RFC 6265. */
const cookieName = filled.regex(/^[!#$%&'*+\-.^_`|~\w]*$/, 'use letters, digits, - and _ only');
const cookieDomain = text.regex(
  /^\.?[a-z\d]([a-z\d.-]*[a-z\d])?$/i,
  'use a host name without scheme, port or path, such as example.com',
);

/** Bound to one host, and compared in any case (RFC 6265bis, section 4.1.3.2). */
const isHostOnly = (name: string) => /^__host-/i.test(name);

const configShape = z.object({
  enabled: flag,
  versions: versionsSchema,
  jurisdiction: z.object({
    country: country.nullable(),
    model: oneOf(CONSENT_MODELS),
    region: z
      .string({ error: 'give a region' })
      .regex(/^[A-Z]{2}-[A-Z\d]{1,3}$/, 'use an ISO 3166-2 code such as US-CA')
      .optional(),
  }),
  categories: z.array(categorySchema),
  trackers: z.array(trackerSchema),
  services: z.record(filled, categoryKey, 'map names of services to category keys').optional(),
  granularity: oneOf(CONSENT_GRANULARITIES).optional(),
  banner: bannerSchema,
  reconsent: z.object({
    on: z.array(oneOf(RECONSENT_TRIGGERS)),
    expiresAfterMonths: z.number({ error: 'give a number of months' }).positive('use more than 0 months'),
  }),
  refusal: z
    .object({
      triggers: z.array(oneOf(RECONSENT_TRIGGERS)),
      maxAge: z.number({ error: 'give seconds' }).positive('use more than 0 seconds'),
    })
    .optional(),
  recording: z.object({ enabled: flag, endpoint: text }),
  consentMode: z.object({
    enabled: flag,
    adsDataRedaction: flag,
    urlPassthrough: flag,
    waitForUpdateMs: z.number({ error: 'give milliseconds' }).min(0, 'use 0 or more milliseconds'),
    regions: z.array(z.object({ model: oneOf(CONSENT_MODELS), region: z.array(place) })).optional(),
  }),
  cookie: z
    .object({
      name: cookieName,
      maxAgeDays: z.number({ error: 'give a number of days' }).positive('use more than 0 days'),
      domain: cookieDomain.optional(),
      sameSite: oneOf(COOKIE_SAME_SITE),
    })
    .refine(({ name, domain }) => !domain || !isHostOnly(name), {
      path: ['domain'],
      message: 'leave it out: browsers refuse a cookie with a domain whose name begins with __Host-',
    }),
  locale: filled,
});

/** Indexes of the values that stand earlier in the list already. */
const repeated = (values: readonly string[]) =>
  values.flatMap((value, index) => (values.indexOf(value) < index ? [index] : []));

/** A whole `ConsentConfig`, with keys that are unique, and trackers and services whose category exists. */
export const consentConfigSchema = configShape.superRefine(
  ({ categories, trackers, services = {} }, context) => {
    const keys = categories.map(({ key }) => key);
    const refuse = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message });
    for (const index of repeated(keys)) {
      refuse(['categories', index, 'key'], `"${keys[index]}" is taken; give each category its own key`);
    }
    for (const index of repeated(trackers.map(({ id }) => id))) {
      refuse(['trackers', index, 'id'], `"${trackers[index]?.id}" is taken; give each tracker its own id`);
    }
    trackers.forEach(({ key }, index) => {
      if (key === undefined) return;
      if (keys.includes(key)) {
        refuse(['trackers', index, 'key'], `"${key}" is the key of a category; give the tracker another one`);
      } else if (trackers.findIndex((tracker) => tracker.key === key) < index) {
        refuse(['trackers', index, 'key'], `"${key}" is taken; give each tracker its own key`);
      }
    });
    for (const [name, key] of Object.entries(services)) {
      if (keys.includes(name)) {
        refuse(['services', name], `"${name}" is the key of a category; leave it out of services`);
      } else if (!keys.includes(key)) {
        refuse(['services', name], `there is no category "${key}"; use one of: ${keys.join(', ')}`);
      }
    }
    trackers.forEach((tracker, index) => {
      if (keys.includes(tracker.categoryKey)) return;
      refuse(
        ['trackers', index, 'categoryKey'],
        `there is no category "${tracker.categoryKey}"; ${keys.length > 0 ? `use one of: ${keys.join(', ')}` : 'add it to categories'}`,
      );
    });
  },
);

/** The most categories, and the most services beside them, that one record may name. */
const MAX_DECISIONS = 50;
const MAX_SERVICES = 60;

/** The body of `POST /api/consent/records`. Whether `decidedAt` is near enough to now, the server judges. */
export const recordSubmissionSchema = z.object({
  consentId: uuid,
  decisions: z
    .record(text, flag, 'map category keys to true or false')
    .refine(
      (decisions) => Object.keys(decisions).length <= MAX_DECISIONS,
      `send at most ${MAX_DECISIONS} categories`,
    ),
  services: z
    .record(text, flag, 'map names of services to true or false')
    .refine(
      (services) => Object.keys(services).length <= MAX_SERVICES,
      `send at most ${MAX_SERVICES} services`,
    )
    .optional(),
  versions: versionsSchema,
  source: oneOf(CONSENT_SOURCES),
  locale: text
    .regex(/^[a-z\d]{1,8}([-_][a-z\d]{1,8}){0,7}$/i, 'use a language tag, such as en or pt-BR')
    .optional(),
  decidedAt: z.number({ error: 'give unix seconds' }).optional(),
  replaces: uuid.optional(),
  tcString: text
    .refine(
      isTcString,
      `give a consent string of at most ${TC_STRING_LETTERS} letters: base64url, with points`,
    )
    .optional(),
});

export const processorEntrySchema = z.object({
  id: filled,
  name: filled,
  legalName: text.optional(),
  role: oneOf(PROCESSOR_ROLES),
  purpose: text,
  dataCategories: z.array(filled),
  country,
  transfer: z.object({
    mechanism: oneOf(TRANSFER_MECHANISMS),
    fallback: oneOf(TRANSFER_FALLBACKS).optional(),
    notes: text.optional(),
  }),
  privacyUrl: webAddress.optional(),
  dpaUrl: webAddress.optional(),
  subprocessorsUrl: webAddress.optional(),
  subprocessor: flag,
  showInPrivacyPolicy: flag,
  verified: flag,
  status: oneOf(PROCESSOR_STATES),
  addedAt: date.optional(),
  removedAt: date.optional(),
});
