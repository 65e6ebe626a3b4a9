import { describe, expect, expectTypeOf, it } from 'vitest';
import type { z } from 'zod';
import { DEFAULT_JURISDICTION_OVERRIDES, type RegionRow, US_STRICT_OVERRIDES } from '../rules/regions.ts';
import type {
  ConsentBannerConfig,
  ConsentCategory,
  ConsentConfig,
  ConsentTracker,
  ConsentVersions,
  ProcessorEntry,
  RecordSubmission,
  TrackerCookie,
  TrackerLoader,
} from './config.ts';
import { createTestConfig } from './default-config.ts';
import {
  type bannerSchema,
  type categorySchema,
  consentConfigSchema,
  processorEntrySchema,
  recordSubmissionSchema,
  regionRowSchema,
  type trackerCookieSchema,
  type trackerLoaderSchema,
  type trackerSchema,
  type versionsSchema,
} from './schema.ts';

/** Identical in both directions, with what goes in being what comes out. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Describes<Schema extends z.ZodType, Type> = [
  Same<z.output<Schema>, Type>,
  Same<z.input<Schema>, Type>,
] extends [true, true]
  ? true
  : false;

describe('the contract', () => {
  it('has the same types as its schemas, checked by the compiler', () => {
    expectTypeOf<Describes<typeof consentConfigSchema, ConsentConfig>>().toEqualTypeOf<true>();
    expectTypeOf<Describes<typeof recordSubmissionSchema, RecordSubmission>>().toEqualTypeOf<true>();
    expectTypeOf<Describes<typeof processorEntrySchema, ProcessorEntry>>().toEqualTypeOf<true>();
    expectTypeOf<Describes<typeof categorySchema, ConsentCategory>>().toEqualTypeOf<true>();
    expectTypeOf<Describes<typeof trackerSchema, ConsentTracker>>().toEqualTypeOf<true>();
    expectTypeOf<Describes<typeof trackerCookieSchema, TrackerCookie>>().toEqualTypeOf<true>();
    expectTypeOf<Describes<typeof trackerLoaderSchema, TrackerLoader>>().toEqualTypeOf<true>();
    expectTypeOf<Describes<typeof bannerSchema, ConsentBannerConfig>>().toEqualTypeOf<true>();
    expectTypeOf<Describes<typeof versionsSchema, ConsentVersions>>().toEqualTypeOf<true>();
    expectTypeOf<Describes<typeof regionRowSchema, RegionRow>>().toEqualTypeOf<true>();
    // The comparison itself sees a field that one side lacks.
    expectTypeOf<
      Describes<typeof regionRowSchema, Omit<RegionRow, 'effectiveFrom'>>
    >().toEqualTypeOf<false>();
    expectTypeOf<Describes<typeof regionRowSchema, Required<RegionRow>>>().toEqualTypeOf<false>();
  });
});

const config = createTestConfig({
  trackers: [
    {
      id: 'stats',
      name: 'Stats',
      categoryKey: 'analytics',
      kind: 'script',
      cookies: [{ name: '_st_*', storage: 'cookie', durationText: '13 months' }],
      loader: { src: 'https://stats.example/s.js', strategy: 'lazy', consentModeManaged: false },
    },
  ],
});
/** The complaints about a value, as `path: message`. */
function complaints(schema: z.ZodType, value: unknown): string[] {
  const { error } = schema.safeParse(value);
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
}

describe('consentConfigSchema', () => {
  it('passes a valid config on as it is', () => {
    expect(consentConfigSchema.parse(config)).toEqual(config);
  });

  it('takes an empty label, for which a built-in text stands in', () => {
    const silent = createTestConfig({ banner: { labels: { rejectAll: '' } } });
    expect(consentConfigSchema.parse(silent)).toEqual(silent);
  });

  it('drops what a newer CMS adds', () => {
    expect(consentConfigSchema.parse({ ...config, later: 1 })).toEqual(config);
  });

  it.each<[string, Parameters<typeof createTestConfig>[0], string]>([
    ['same site', { cookie: { sameSite: 'none' as 'lax' } }, 'cookie.sameSite: use one of: lax, strict'],
    ['cookie name', { cookie: { name: 'my cookie' } }, 'cookie.name: use letters, digits, - and _ only'],
    [
      'cookie domain',
      { cookie: { domain: 'https://example.com' } },
      'cookie.domain: use a host name without scheme, port or path, such as example.com',
    ],
    [
      'cookie of one host alone with a domain',
      { cookie: { name: '__host-consent', domain: 'example.com' } },
      'cookie.domain: leave it out: browsers refuse a cookie with a domain whose name begins with __Host-',
    ],
    ['lifetime', { cookie: { maxAgeDays: 0 } }, 'cookie.maxAgeDays: use more than 0 days'],
    [
      'validity',
      { reconsent: { expiresAfterMonths: 0 } },
      'reconsent.expiresAfterMonths: use more than 0 months',
    ],
    [
      'wait',
      { consentMode: { waitForUpdateMs: -1 } },
      'consentMode.waitForUpdateMs: use 0 or more milliseconds',
    ],
    [
      'model',
      { jurisdiction: { model: 'optin' as 'none' } },
      'jurisdiction.model: use one of: opt-in, opt-out, notice, none',
    ],
    [
      'country',
      { jurisdiction: { country: 'de' } },
      'jurisdiction.country: use an upper-case ISO 3166-1 code of two letters, such as DE',
    ],
    [
      'link that runs code',
      { banner: { links: { privacy: 'java\nscript:alert(1)' } } },
      'banner.links.privacy: use an address that begins with https://, http:// or /',
    ],
    ['flag', { enabled: 'yes' as unknown as boolean }, 'enabled: use true or false'],
  ])('says what to change about the %s', (_what, overrides, complaint) => {
    expect(complaints(consentConfigSchema, createTestConfig(overrides))).toEqual([complaint]);
  });

  it('asks for unique keys, and for trackers in a category that exists', () => {
    const [tracker] = config.trackers;
    const [category] = config.categories;
    const trackers = [tracker, { ...tracker, categoryKey: 'ads' }];
    expect(
      complaints(consentConfigSchema, { ...config, categories: [category, category], trackers }),
    ).toEqual([
      'categories.1.key: "necessary" is taken; give each category its own key',
      'trackers.1.id: "stats" is taken; give each tracker its own id',
      'trackers.0.categoryKey: there is no category "analytics"; use one of: necessary, necessary',
      'trackers.1.categoryKey: there is no category "ads"; use one of: necessary, necessary',
    ]);
  });

  it('names no categories to choose from where there are none', () => {
    const [tracker] = config.trackers;
    expect(complaints(consentConfigSchema, { ...config, categories: [], trackers: [tracker] })).toEqual([
      'trackers.0.categoryKey: there is no category "analytics"; add it to categories',
    ]);
  });

  it('takes pages on which the banner keeps quiet, and never the whole site', () => {
    const problems = (...quietPages: string[]) =>
      consentConfigSchema.safeParse(createTestConfig({ banner: { quietPages } })).error?.issues ?? [];
    expect(problems('/imprint', '/de/impressum', '/legal/*', '/datenschutzerkl%C3%A4rung')).toEqual([]);
    for (const page of [
      '/*',
      '/',
      '/imprint/',
      '/legal//*',
      '*',
      'imprint',
      '/legal*',
      '/a/*/b',
      '/legal/../*',
      '/%2E%2e/*',
      '/a?b',
      '/a b',
    ]) {
      expect([page, problems(page).map(({ path }) => path.join('.'))]).toEqual([
        page,
        ['banner.quietPages.0'],
      ]);
    }
  });

  it('asks for what a loader needs to load', () => {
    const [tracker] = config.trackers;
    const loader = { strategy: 'lazy', consentModeManaged: false };
    const withLoader = (kind: string, more = {}) => ({
      ...config,
      trackers: [{ ...tracker, kind, loader: { ...loader, ...more } }],
    });
    expect(complaints(consentConfigSchema, withLoader('script'))).toEqual([
      'trackers.0.loader: give the script a src or an inline text',
    ]);
    expect(complaints(consentConfigSchema, withLoader('pixel', { inline: 'x' }))).toEqual([
      'trackers.0.loader.src: give the address of the pixel',
    ]);
    expect(complaints(consentConfigSchema, withLoader('script', { inline: 'x' }))).toEqual([]);
    expect(complaints(consentConfigSchema, withLoader('sdk'))).toEqual([]);
    expect(
      complaints(consentConfigSchema, withLoader('script', { src: 'data:text/javascript,1' })),
    ).toHaveLength(1);
    expect(
      complaints(consentConfigSchema, withLoader('script', { src: '/s.js', attributes: { 'a b': '' } })),
    ).toEqual(['trackers.0.loader.attributes.a b: map names of HTML attributes to texts']);
  });
});

describe('regionRowSchema', () => {
  it('takes every built-in row', () => {
    for (const row of [...DEFAULT_JURISDICTION_OVERRIDES, ...US_STRICT_OVERRIDES]) {
      expect(regionRowSchema.parse(row)).toEqual(row);
    }
  });

  it('says what to change', () => {
    expect(
      complaints(regionRowSchema, { region: 'us', model: 'none', law: 'x', effectiveFrom: '1.1.2027' }),
    ).toEqual([
      'region: use EEA, a country such as US, or a region such as US-CA',
      'effectiveFrom: use a date as YYYY-MM-DD',
    ]);
  });
});

describe('recordSubmissionSchema (E4)', () => {
  const submission = {
    consentId: '0f8fad5b-d9cb-469f-a165-70867728950e',
    decisions: { analytics: true },
    versions: config.versions,
    source: 'banner',
    locale: 'pt-BR',
    decidedAt: 1_790_000_000,
    replaces: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  };
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`key-${index}`, true]));

  it('takes what the page posts', () => {
    expect(recordSubmissionSchema.parse(submission)).toEqual(submission);
    const { locale, decidedAt, replaces, ...least } = submission;
    expect(recordSubmissionSchema.parse(least)).toEqual(least);
  });

  it('takes 50 categories and not 51', () => {
    expect(complaints(recordSubmissionSchema, { ...submission, decisions: many(50) })).toEqual([]);
    expect(complaints(recordSubmissionSchema, { ...submission, decisions: many(51) })).toEqual([
      'decisions: send at most 50 categories',
    ]);
  });

  it.each<[string, object]>([
    ['consentId', { consentId: 'me' }],
    ['consentId', { consentId: undefined }],
    ['decisions.analytics', { decisions: { analytics: 1 } }],
    ['decisions', { decisions: [] }],
    ['versions.trackersVersion', { versions: { ...config.versions, trackersVersion: undefined } }],
    ['versions.policyVersion', { versions: { ...config.versions, policyVersion: 'a\0' } }],
    ['source', { source: 'click' }],
    ['locale', { locale: 'en\0' }],
    ['locale', { locale: 'x'.repeat(80) }],
    ['decidedAt', { decidedAt: '1790000000' }],
    ['decidedAt', { decidedAt: Number.NaN }],
    ['replaces', { replaces: '' }],
  ])('names %s as the place of the fault in %j', (path, change) => {
    const faults = complaints(recordSubmissionSchema, { ...submission, ...change });
    expect(faults.length).toBeGreaterThan(0);
    expect(faults[0]).toContain(`${path}: `);
  });

  it('refuses a NUL character in a key, which no database takes', () => {
    expect(complaints(recordSubmissionSchema, { ...submission, decisions: { 'a\0': true } })).toHaveLength(1);
  });
});

describe('processorEntrySchema', () => {
  const entry: ProcessorEntry = {
    id: 'mail',
    name: 'Mail',
    role: 'sub-processor',
    purpose: 'Sending e-mail',
    dataCategories: ['E-mail address'],
    country: 'US',
    transfer: { mechanism: 'dpf', fallback: 'scc' },
    privacyUrl: 'https://mail.example/privacy',
    subprocessor: true,
    showInPrivacyPolicy: true,
    verified: false,
    status: 'active',
    addedAt: '2026-11-21',
  };

  it('takes an entry of the register', () => {
    expect(processorEntrySchema.parse(entry)).toEqual(entry);
  });

  it('says what to change', () => {
    const wrong = {
      ...entry,
      role: 'vendor',
      privacyUrl: 'javascript:alert(1)',
      addedAt: 'today',
      transfer: { mechanism: 'shield' },
    };
    expect(complaints(processorEntrySchema, wrong)).toEqual([
      'role: use one of: processor, sub-processor, independent-controller, joint-controller',
      'transfer.mechanism: use one of: none, adequacy, dpf, scc, bcr, derogation',
      'privacyUrl: give a whole address that begins with https://',
      'addedAt: use a date as YYYY-MM-DD',
    ]);
  });
});
