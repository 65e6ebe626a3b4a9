import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ConsentPluginOptions } from '../server/src/options';
import { optionsSchema } from '../server/src/options.schema';
import consentPlugin, {
  DEFAULT_SLUGS,
  legalPagesEditor,
  PURGE_TASK_SLUG,
  resolveOptions,
} from '../src/index';

/** What a wrong option says; the type is what JavaScript users do not have. */
function refusal(options: unknown): string {
  try {
    consentPlugin(options as ConsentPluginOptions);
  } catch (error) {
    return (error as Error).message;
  }
  return 'accepted';
}

const company = {
  name: 'Priel',
  legalName: 'Priel Wattfahrten GmbH',
  address: 'Am Alten Hafen 1, 26506 Norddeich',
  email: 'privacy@priel.example',
};
const tracker = { name: 'Shop statistics', categoryKey: 'analytics', kind: 'script' };
const category = (key: string) => ({
  key,
  label: 'Statistics',
  description: '',
  required: false,
  respectGPC: true,
  defaultInOptOut: true,
  consentModeSignals: [],
});

describe('consentPlugin', () => {
  it('A: returns the entry for config/plugins.ts with the options as given', () => {
    const options = { basePath: '/privacy', allowedOrigins: ['https://shop.example'] };
    expect(consentPlugin(options)).toEqual({ enabled: true, config: options });
  });

  it('fills in every default', () => {
    expect(resolveOptions({})).toEqual({
      basePath: '/consent',
      usersSlug: 'plugin::users-permissions.user',
      legalPages: true,
      processors: true,
      allowedOrigins: [],
      cookie: { name: 'pl-consent', maxAgeDays: 365, sameSite: 'lax' },
      jurisdiction: {
        headers: ['cf-ipcountry', 'x-vercel-ip-country', 'x-country', 'cloudfront-viewer-country'],
        regionHeaders: ['x-vercel-ip-country-region', 'cloudfront-viewer-country-region', 'cf-region-code'],
        overrides: [],
        proposals: [],
        fallback: 'opt-in',
        trustProxy: true,
      },
      config: { cacheControl: 'public' },
      site: { secrets: [], hosts: [] },
      recording: {
        mode: 'anonymous',
        retentionMonths: 36,
        rateLimitPerMinute: 20,
        ceilingPerMinute: 6000,
        implicit: false,
        accountSignal: false,
        onUserDelete: 'keep',
        userAgent: false,
        networks: false,
      },
      releases: { publish: 'on-save', approval: false },
      seal: { enabled: true, public: true },
      scan: { schedule: false, maxPages: 50, minutes: 30, memoryMb: 3072, gate: false },
      tcf: null,
      seed: {},
      jobs: {
        purge: { cron: '17 3 * * *' },
        seal: { everySeconds: 5 },
        embeds: true,
        signal: { cron: '23 4 * * *' },
      },
      admin: { widget: true },
    });
  });

  it('K: normalises origins', () => {
    const { allowedOrigins } = resolveOptions({
      allowedOrigins: ['HTTPS://Shop.Example/', 'https://shop.example', 'http://localhost:4321'],
    });
    expect(allowedOrigins).toEqual(['https://shop.example', 'http://localhost:4321']);
  });

  it.each([
    [
      { cookie: { sameSite: 'None' } },
      'consent: cookie.sameSite is "None"; use "lax" or "strict" (config/plugins.ts)',
    ],
    [
      { config: { cacheControl: 'no-store' } },
      'consent: config.cacheControl is "no-store"; use "public" or "private" (config/plugins.ts)',
    ],
    [{ allowedOrigins: ['*'] }, 'consent: allowedOrigins[0] is "*"; use an exact origin'],
    [{ allowedOrigins: ['https://*.shop.example'] }, 'use an exact origin'],
    [{ allowedOrigins: ['https://shop.example/de'] }, 'use an origin without a path: "https://shop.example"'],
    [{ allowedOrigins: ['ftp://shop.example'] }, 'use an origin that begins with http:// or https://'],
    [{ basePath: 'consent' }, 'consent: basePath is "consent"; use a path like "/consent"'],
    [{ basePath: '/Consent' }, 'lower-case letters'],
    [{ retention: 3 }, 'consent: unknown option "retention"; remove it or check its spelling'],
    [{ recording: { retention: 3 } }, 'consent: unknown option "recording.retention"'],
    [{ recording: { retentionMonths: 1.5 } }, 'use a whole number from 1 to 240'],
    [{ recording: { rateLimitPerMinute: 0 } }, 'consent: recording.rateLimitPerMinute is 0; use at least 1'],
    [{ cookie: { maxAgeDays: 500 } }, 'consent: cookie.maxAgeDays is 500; use at most 400'],
    [{ jobs: { purge: true } }, 'consent: jobs.purge is true; use a value of type object or false'],
    [{ jurisdiction: { fallback: 'ask' } }, 'use "opt-in", "opt-out", "notice" or "none"'],
    [
      { jurisdiction: { overrides: [{ region: 'Germany', model: 'opt-in' }] } },
      'use EEA, a country such as US, or a region such as US-CA',
    ],
    [{ seed: { company: { name: 'Priel' } } }, 'consent: seed.company.legalName is missing'],
    [
      { seed: { trackers: [{ tracker: { name: 'Chat', kind: 'script' } }] } },
      'seed.trackers[0].tracker.categoryKey',
    ],
    [
      { seed: { trackers: [{ tracker: { name: 'Chat', category: 'analytics', kind: 'script' } }] } },
      'consent: unknown option "seed.trackers[0].tracker.category"',
    ],
    [
      { seed: { processors: [{ processor: { name: 'Host', countryCode: 'DE' } }] } },
      'consent: unknown option "seed.processors[0].processor.countryCode"',
    ],
    [
      { seed: { trackers: ['nowhere'] } },
      'consent: seed.trackers[0]: there is no tracker preset "nowhere"; known are',
    ],
    [
      { seed: { trackers: [{ key: 'ga4', vars: { ID: 'G-1' } }] } },
      'consent: seed.trackers[0]: the preset "ga4" has no variable ID',
    ],
    [
      { seed: { trackers: [{ key: 'ga4', vars: { MEASUREMENT_ID: '<' } }] } },
      'MEASUREMENT_ID of the preset "ga4"',
    ],
    [
      { seed: { processors: [{ key: 'nowhere' }] } },
      'consent: seed.processors[0]: there is no processor preset',
    ],
    [
      { jobs: { purge: { cron: 'every night' } } },
      'consent: jobs.purge.cron is "every night"; use a cron rule of five or six fields, like "17 3 * * *"',
    ],
    [
      { seal: { origin: 'https://shop.example/log' } },
      'consent: seal.origin is "https://shop.example/log"; use the address of the log without https://',
    ],
    [{ seal: { token: 'secret' } }, 'consent: seal.token'],
    [{ seal: { public: true, token: 'a'.repeat(40) } }, 'use no token, or seal.public false'],
    [{ seal: { tsa: 'tsa.example' } }, 'use a URL that begins with https:// or http://'],
    [{ jobs: { seal: { everySeconds: 0 } } }, 'consent: jobs.seal.everySeconds is 0; use at least 1'],
    [{ scan: { schedule: '41 2 * * *' } }, 'consent: scan.url is missing'],
    [{ scan: { url: 'shop.example' } }, 'use the address of the site, beginning with https:// or http://'],
    [
      { scan: { url: 'https://shop.example', memoryMb: 10 } },
      'consent: scan.memoryMb is 10; use at least 512',
    ],
    [{ scan: { gate: 'any' } }, 'consent: scan.gate is "any"'],
    [{ jobs: { purge: { cron: '' } } }, 'use a cron rule of five or six fields'],
    [{ jobs: { purge: { cron: '17 25 * * *' } } }, 'use a cron rule of five or six fields'],
    // February has no 30th: it would never come.
    [{ jobs: { purge: { cron: '0 0 30 2 *' } } }, 'use a cron rule of five or six fields'],
    [{ jobs: { purge: { cron: '2027-01-01T00:00:00' } } }, 'use a cron rule of five or six fields'],
    [
      { jobs: { purge: { tz: 'Berlin' } } },
      'consent: jobs.purge.tz is "Berlin"; use a time zone like "Europe/Berlin"',
    ],
    [{ jobs: { purge: { tz: '' } } }, 'use a time zone like "Europe/Berlin"'],
    [
      { jurisdiction: { overrides: [{ region: 'DE', model: 'opt-in', effectiveFrom: '2026-02-30' }] } },
      'consent: jurisdiction.overrides[0].effectiveFrom is "2026-02-30"; use a date as YYYY-MM-DD',
    ],
    [
      { seed: { company: { ...company, dpo: { name: 'Wiebke Harms' } } } },
      'consent: seed.company.dpo.email is missing',
    ],
    [
      { seed: { categories: [category('statistics'), category('statistics')] } },
      'consent: seed.categories[1].key is "statistics"; use a key that no other category has',
    ],
    [
      { seed: { categories: Array.from({ length: 51 }, (_, i) => category(`category-${i}`)) } },
      'consent: seed.categories[50].required is false; use true: visitors can decide about 50 categories at most',
    ],
    [
      { seed: { categories: [category('x'.repeat(51))] } },
      'use at most 50 lower-case letters, digits, "-" and "_"',
    ],
    [
      { cookie: { domain: 'https://shop.example' } },
      'cookie.domain is "https://shop.example"; use a domain like',
    ],
    [
      { cookie: { name: '__Host-consent', domain: 'shop.example' } },
      'cookie.domain is "shop.example"; use no domain, or a name that does not begin with "__Host-"',
    ],
    [
      { jurisdiction: { headers: ['X Country'] } },
      'jurisdiction.headers[0] is "X Country"; use the name of a header',
    ],
    [
      { seed: { trackers: [{ tracker: { ...tracker, vendorPrivacyUrl: 'shop.example' } }] } },
      'seed.trackers[0].tracker.vendorPrivacyUrl is "shop.example"; use a URL that begins with https:// or http://',
    ],
    [
      { seed: { trackers: [{ tracker: { ...tracker, loader: { src: 'javascript:alert(1)' } } }] } },
      'seed.trackers[0].tracker.loader.src is "javascript:alert(1)"; use an address that begins with https://, http:// or /',
    ],
    [
      { seed: { trackers: [{ tracker: { ...tracker, loader: { attributes: { onload: 'x()' } } } }] } },
      'seed.trackers[0].tracker.loader.attributes.onload is "x()"; use an attribute name other than an event attribute',
    ],
    [
      { seed: { trackers: [{ tracker: { ...tracker, cookies: [{ name: '*' }] } }] } },
      'seed.trackers[0].tracker.cookies[0].name is "*"; use a name, or a part of one with a wildcard like "_ga_*"',
    ],
    [
      { seed: { processors: [{ key: 'hetzner', overrides: { dpaUrl: 'on paper' } }] } },
      'seed.processors[0].overrides.dpaUrl is "on paper"; use a URL that begins with https:// or http://',
    ],
    [{ usersSlug: 3 }, 'consent: usersSlug is 3'],
    [
      { usersSlug: 'api::customer.customer' },
      'consent: usersSlug is "api::customer.customer"; use "plugin::users-permissions.user" or false (config/plugins.ts)',
    ],
    [{ usersSlug: '' }, 'consent: usersSlug is ""; use "plugin::users-permissions.user" or false'],
  ])('names the wrong option of %j, what was found and what is allowed', (options, message) => {
    expect(refusal(options)).toContain(message);
  });

  it.each(['17 3 * * *', '0 17 3 * * *', '*/15 0-6 1,15 * MON-FRI', '0 4 L * *', '@daily'])(
    'takes the cron rule %s, in a time zone',
    (cron) => {
      const { jobs } = resolveOptions({ jobs: { purge: { cron, tz: 'Europe/Berlin' } } });
      expect(jobs.purge).toEqual({ cron, tz: 'Europe/Berlin' });
    },
  );

  it('takes no address that the content types would not', () => {
    const own = (length: number) => {
      const loader = { src: '/s.js?'.padEnd(length, 'x') };
      return { seed: { trackers: [{ tracker: { ...tracker, loader } }] } };
    };
    expect(refusal(own(2048))).toBe('accepted');
    expect(refusal(own(2049))).toContain('use at most 2048 characters');
    const dpaUrl = 'https://shop.example/'.padEnd(2049, 'x');
    const overrides = { seed: { processors: [{ key: 'hetzner', overrides: { dpaUrl } }] } };
    expect(refusal(overrides)).toContain('use at most 2048 characters');
  });

  it('names every wrong option at once', () => {
    expect(refusal({ basePath: 'x', cookie: { maxAgeDays: 0 } }).split('\n')).toHaveLength(2);
  });

  it('E2: never repeats what may hold a password', () => {
    const message = refusal({ recording: { redis: 'http://:hunter2@cache:6379' } });
    expect(message).toContain('recording.redis');
    expect(message).not.toContain('hunter2');
  });

  it.each([
    ['a token', { seal: { token: `hunter2${'ä'.repeat(40)}` } }, 'seal.token is not usable; use at least 32'],
    [
      'a password in an address',
      { scan: { url: 'ftp://scanner:hunter2/#@shop.example' } },
      'scan.url is "ftp://…@shop.example"',
    ],
    [
      'one without a scheme',
      { jobs: { signal: { url: 'scanner:hunter2@shop.example' } } },
      'jobs.signal.url is "…@shop.example"',
    ],
    [
      'one of several',
      { allowedOrigins: ['https://me:hunter2@shop.example'] },
      'allowedOrigins[0] is "https://…@shop.example"',
    ],
    [
      'one in another kind of value',
      { scan: ['https://me:hunter2@shop.example', 'https://other.example'] },
      'scan is ["https://…@shop.example","https://other.example"]',
    ],
  ])('E2: never repeats %s', (_, options, said) => {
    const message = refusal(options as object);
    expect(message).toContain(said);
    expect(message).not.toContain('hunter2');
  });
});

describe('the other root exports', () => {
  it('takes several secrets of the site, none of them short, and never repeats one', () => {
    const [old, young] = ['0123456789abcdef'.repeat(2), 'fedcba9876543210'.repeat(2)];
    expect(resolveOptions({ site: { secret: ` ${young}  ${old}\n` } }).site.secrets).toEqual([young, old]);
    expect(resolveOptions({}).site.secrets).toEqual([]);
    const message = refusal({ site: { secret: `${old} hunter2` } });
    expect(message).toContain('site.secret is not usable; use at least 32 characters');
    expect(message).not.toContain('hunter2');
  });

  it('A: the five slugs are the content types', () => {
    expect(DEFAULT_SLUGS).toEqual({
      settings: 'plugin::consent.setting',
      categories: 'plugin::consent.category',
      trackers: 'plugin::consent.tracker',
      records: 'plugin::consent.record',
      legalPages: 'plugin::consent.legal-page',
    });
  });

  it('A: legalPagesEditor() is an attribute for other content types', () => {
    expect(legalPagesEditor()).toEqual({
      type: 'customField',
      customField: 'plugin::consent.legal-markdown',
    });
  });

  it('the purge task has the name of the interface', () => {
    expect(PURGE_TASK_SLUG).toBe('consentPurgeRecords');
  });
});

describe('the README', () => {
  it('names every option in its table, and no other', async () => {
    const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
    const table = readme.slice(readme.indexOf('## Options'), readme.indexOf('## In the admin'));
    const named = [...table.matchAll(/^\| `([\w.]+)`/gm)].map(([, name]) => name);
    const shape = (schema: z.ZodType): Record<string, z.ZodType> | null => {
      if (schema instanceof z.ZodOptional) return shape(schema.unwrap() as z.ZodType);
      if (schema instanceof z.ZodUnion)
        return (schema.options as z.ZodType[]).map(shape).find((one) => one !== null) ?? null;
      return schema instanceof z.ZodObject ? schema.shape : null;
    };
    const options = Object.entries(optionsSchema.shape).flatMap(([name, schema]) => {
      const inner = shape(schema);
      return inner ? Object.keys(inner).map((key) => `${name}.${key}`) : [name];
    });
    expect(named.toSorted()).toEqual([...options, 'seed'].toSorted());
  });
});
