import { type ConsentConfig, createTestConfig } from '@permesso/consent-core';
import { apiAddress } from '@permesso/consent-core/site';
import { describe, expect, it } from 'vitest';
import { type ConsentOptions, resolveOptions } from './options.ts';

const cms = 'http://127.0.0.1:1337';
const tcf = { cmpId: 10, publisherCountryCode: 'DE', category: 'advertising' };

/** What the error says about these options. */
function complaint(options: unknown): string {
  try {
    resolveOptions(options as ConsentOptions);
  } catch (error) {
    return (error as Error).message;
  }
  return 'none';
}

describe('the options', () => {
  it('need no more than the address of the CMS', () => {
    expect(resolveOptions({ cms })).toEqual({
      cms,
      basePath: '/_consent',
      publicOrigins: [],
      head: 'auto',
      gate: 'content',
      unknownHosts: 'block',
      ownHosts: [],
      render: 'visitor',
      bakeConfig: true,
      gpcWellKnown: true,
      csp: true,
      consentCookies: false,
      t: {},
      theme: {},
    });
  });

  it('take a look of properties that there are, and no other', () => {
    const theme = { '--consent-radius': '0' };
    expect(resolveOptions({ cms: 'http://127.0.0.1:1337', theme }).theme).toEqual(theme);
    const wrong = { cms: 'http://127.0.0.1:1337', theme: { '--consent-round': '0' } as never };
    expect(() => resolveOptions(wrong)).toThrow(
      'theme is an object; "--consent-round" is no property of it; there are --consent-surface',
    );
  });

  it('take a fixed configuration, a function, or the path of a module', () => {
    const config = createTestConfig();
    expect(resolveOptions({ config }).config).toEqual(config);
    expect(resolveOptions({ config: () => config }).config).toBeTypeOf('function');
    expect(resolveOptions({ config: './src/consent.ts' }).config).toBe('./src/consent.ts');
  });

  it('take a configuration that leaves labels out: they are empty, and built-in texts stand in', () => {
    const { labels, ...banner } = createTestConfig().banner;
    const config = resolveOptions({ config: { ...createTestConfig(), banner } }).config as ConsentConfig;
    expect(Object.keys(config.banner.labels)).toEqual(Object.keys(labels));
    expect(new Set(Object.values(config.banner.labels))).toEqual(new Set(['']));
    const some = { ...createTestConfig(), banner: { ...banner, labels: { save: 'Keep' } } };
    expect((resolveOptions({ config: some }).config as ConsentConfig).banner.labels).toMatchObject({
      save: 'Keep',
      close: '',
    });
    expect(complaint({ config: { ...createTestConfig(), banner: { ...banner, labels: 'none' } } })).toContain(
      'config.banner.labels',
    );
  });

  it('know header names in any case', () => {
    expect(resolveOptions({ cms, trustedHeaders: { country: ['CF-IPCountry'] } }).trustedHeaders).toEqual({
      country: ['cf-ipcountry'],
    });
  });

  it.each([
    [undefined, 'either "cms" or "config"'],
    [{ cms, config: createTestConfig() }, 'either "cms" or "config"'],
    [{ cms: 'localhost:1337' }, 'use the address of Strapi, such as "http://127.0.0.1:1337"'],
    [{ cms, basePath: 'consent/' }, 'basePath is "consent/"; begin with a slash'],
    [{ cms, publicOrigins: ['shop.example'] }, 'publicOrigins.0 is "shop.example"; use addresses such as'],
    [{ cms, head: 'first' }, 'head is "first"; use "auto" or "manual"'],
    [{ cms, gate: 'all' }, 'gate is "all"; use "content" or "page"'],
    [{ cms, unknownHosts: true }, 'unknownHosts is true; use "block" or "allow" or "warn"'],
    [{ cms, ownHosts: ['https://a.example'] }, 'use hosts such as "media.example.com" or "*.example.com"'],
    [{ cms, render: true }, 'render is true; use "visitor" or "neutral"'],
    [{ cms, bakeConfig: 'yes' }, 'bakeConfig is "yes"; expected boolean'],
    [{ cms, basepath: '/x' }, 'unknown option "basepath"; the options are cms, config, basePath, locale, '],
    [{ cms, banner: {}, cmss: cms }, 'unknown option "banner", "cmss"; the options are cms, config, '],
    [{ cms, gpp: { cmpID: 5 } }, 'unknown option "gpp.cmpID"; the options of gpp are cmpId, mspa, sections'],
    [{ cms, tcf: { ...tcf, vendor: [1] } }, 'unknown option "tcf.vendor"; the options of tcf are cmpId, '],
    [
      { cms, tcf: { ...tcf, publisherRestrictions: [{ purpose: 2, type: 'not-allowed', vendor: [1] }] } },
      'unknown option "tcf.publisherRestrictions.0.vendor"; the options of tcf.publisherRestrictions.0 are purpose, type, vendors',
    ],
    [{ cms, gpp: {} }, 'gpp.cmpId is missing; use the number under which IAB has registered'],
    [{ cms, gpp: { cmpId: 1 } }, 'gpp.cmpId is 1; use the number under which IAB has registered'],
    [{ cms, tcf: { ...tcf, category: undefined } }, 'tcf.category is missing; use the key of the category'],
    [{ cms, locale: 'd' }, 'locale is "d"; use the tag of a language, such as "de"'],
    [{ cms, trustedHeaders: true }, 'trustedHeaders is true; use false or'],
    [
      { cms, gpcWellKnown: { lastUpdate: 'today' } },
      'gpcWellKnown.lastUpdate is "today"; use a date such as',
    ],
    [{ config: { ...createTestConfig(), categories: 'all' } }, 'config.categories'],
    [
      { config: Object.fromEntries(Object.keys(createTestConfig()).map((key) => [key, 0])) },
      `; and ${Object.keys(createTestConfig()).length - 5} more`,
    ],
  ])('say what to change: %j', (options, message) => {
    expect(complaint(options)).toContain(message);
  });

  it('never show more of a configuration than its place', () => {
    expect(complaint({ config: { ...createTestConfig(), locale: 5 } })).not.toContain('Your privacy');
  });
});

describe('the address of the plugin', () => {
  it.each([
    ['http://127.0.0.1:1337', 'http://127.0.0.1:1337/api/consent'],
    ['https://cms.example/', 'https://cms.example/api/consent'],
    ['https://cms.example/api', 'https://cms.example/api/consent'],
    ['https://cms.example/api/privacy/', 'https://cms.example/api/privacy'],
  ])('of %s is %s', (address, api) => {
    expect(apiAddress(address)).toBe(api);
  });
});
