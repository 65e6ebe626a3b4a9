import { describe, expect, it } from 'vitest';
import { createTestConfig, DEFAULT_BANNER, DEFAULT_CATEGORIES } from './default-config.ts';
import { consentConfigSchema } from './schema.ts';

describe('createTestConfig', () => {
  it('gives a valid config', () => {
    expect(consentConfigSchema.parse(createTestConfig())).toEqual(createTestConfig());
  });

  it('applies overrides at any depth, and replaces arrays whole', () => {
    const config = createTestConfig({
      banner: { labels: { acceptAll: 'Ja' } },
      reconsent: { on: [] },
      cookie: { domain: 'example.com' },
      jurisdiction: { country: null },
    });
    expect(config.banner).toEqual({
      ...DEFAULT_BANNER,
      labels: { ...DEFAULT_BANNER.labels, acceptAll: 'Ja' },
    });
    expect(config.reconsent).toEqual({ on: [], expiresAfterMonths: 12 });
    expect(config.cookie.domain).toBe('example.com');
    expect(config.jurisdiction).toEqual({ country: null, model: 'opt-in' });
    expect(consentConfigSchema.safeParse(config).success).toBe(true);
  });

  it('gives a config of its own each time', () => {
    const config = createTestConfig();
    config.categories[0]!.label = 'changed';
    config.banner.labels.save = 'changed';
    expect(createTestConfig()).not.toEqual(config);
    expect(DEFAULT_CATEGORIES[0]?.label).toBe('Necessary');
    expect(DEFAULT_BANNER.labels.save).toBe('Save choices');
  });
});

describe('DEFAULT_CATEGORIES (B)', () => {
  it('has one required category, and three that are on under opt-out', () => {
    expect(DEFAULT_CATEGORIES.map(({ key, required }) => [key, required])).toEqual([
      ['necessary', true],
      ['functional', false],
      ['analytics', false],
      ['marketing', false],
    ]);
    expect(DEFAULT_CATEGORIES.filter((c) => !c.required && !c.defaultInOptOut)).toEqual([]);
  });

  it('respects Global Privacy Control in analytics and marketing', () => {
    expect(DEFAULT_CATEGORIES.filter((c) => c.respectGPC).map(({ key }) => key)).toEqual([
      'analytics',
      'marketing',
    ]);
  });

  it('carries each signal once', () => {
    expect(DEFAULT_CATEGORIES.map(({ consentModeSignals }) => consentModeSignals)).toEqual([
      ['security_storage'],
      ['functionality_storage', 'personalization_storage'],
      ['analytics_storage'],
      ['ad_storage', 'ad_user_data', 'ad_personalization'],
    ]);
  });
});
