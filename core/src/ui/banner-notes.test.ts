import { describe, expect, it } from 'vitest';
import type { ConsentModel } from '../contract/config.ts';
import { createTestConfig, DEFAULT_CATEGORIES } from '../contract/default-config.ts';
import { cookieFor } from '../rules/cookie.ts';
import { resolveConsent } from '../rules/resolve.ts';
import { bannerNotes, firstBannerNotes } from './banner-notes.ts';

const offByDefault = DEFAULT_CATEGORIES.map((category) => ({ ...category, defaultInOptOut: false }));

describe('the notes of the banner', () => {
  it.each<[ConsentModel, string[]]>([
    ['opt-in', []],
    ['opt-out', ['opt-out']],
    ['notice', ['notice']],
  ])('say under %s what is on before a choice', (model, notes) => {
    expect(firstBannerNotes(model, DEFAULT_CATEGORIES)).toEqual(notes);
  });

  it('say of nothing that it is on while only what is required is', () => {
    expect(firstBannerNotes('opt-out', offByDefault)).toEqual([]);
  });

  it('J: say nothing under a notice of what Global Privacy Control keeps off', () => {
    const categories = DEFAULT_CATEGORIES.map((category) => ({
      ...category,
      respectGPC: !category.required,
    }));
    const config = createTestConfig({ jurisdiction: { country: 'AU', model: 'notice' }, categories });
    expect(bannerNotes(resolveConsent(null, config, { gpc: false }))).toEqual(['notice']);
    expect(bannerNotes(resolveConsent(null, config, { gpc: true }))).toEqual([]);
  });

  describe('C5: of an earlier decision', () => {
    const config = createTestConfig({ jurisdiction: { country: 'US', model: 'opt-out' } });
    const decided = (grants: boolean, older: { t?: number; cv?: string }) =>
      bannerNotes(
        resolveConsent(
          {
            ...cookieFor({
              consentId: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
              decisions: { functional: grants, analytics: false, marketing: false },
              versions: config.versions,
              model: 'opt-out',
              source: 'banner',
              decidedAt: 1_790_000_000,
            }),
            ...older,
          },
          config,
          { now: () => 1_790_000_060 },
        ),
      );

    it('say that something has changed only where something has', () => {
      expect(decided(true, { cv: 'before' })).toEqual(['opt-out', 'changed']);
      expect(decided(true, { t: 1 })).toEqual(['opt-out']);
    });

    it('say of nothing that it is on where all was refused', () => {
      expect(decided(false, { cv: 'before' })).toEqual(['changed']);
      expect(decided(false, { t: 1 })).toEqual([]);
    });
  });
});
