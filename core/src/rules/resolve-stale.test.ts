import { describe, expect, it } from 'vitest';
import {
  ALL,
  DAY,
  grants,
  MODELS,
  NOW,
  outdated,
  resolve,
  stored,
  under,
} from '../../tests/stored-decisions.ts';
import type { ConsentCookieV1 } from '../contract/config.ts';
import { initialView } from './resolve.ts';

describe('staleness (C5)', () => {
  const months = (n: number) => n * 30.4375 * DAY;

  it('expires more than expiresAfterMonths after the decision, by its own time', () => {
    const config = under('opt-in', { reconsent: { on: [], expiresAfterMonths: 6 } });
    expect(resolve(stored('banner', ALL, { t: NOW - months(6) }), config).status).toBe('decided');
    expect(resolve(stored('banner', ALL, { t: NOW - months(6) - 1 }), config)).toMatchObject({
      status: 'stale',
      repromptReason: 'expired',
      decidedAt: NOW - months(6) - 1,
    });
  });

  it.each(['documents', 'categories', 'trackers'] as const)('asks again when %s changed, if named', (on) => {
    const cookie = stored('banner', ALL, outdated[on]);
    const named = under('opt-in', { reconsent: { on: [on] } });
    const others = (['documents', 'categories', 'trackers'] as const).filter((other) => other !== on);
    expect(resolve(cookie, named)).toMatchObject({ status: 'stale', repromptReason: on });
    expect(resolve(cookie, under('opt-in', { reconsent: { on: others } })).status).toBe('decided');
  });

  it('gives the first reason: expired, documents, categories, trackers', () => {
    const on = ['trackers', 'categories', 'documents'] as const;
    const config = under('opt-in', { reconsent: { on: [...on], expiresAfterMonths: 12 } });
    const { documents, categories, trackers } = outdated;
    const reason = (change: Partial<ConsentCookieV1>) =>
      resolve(stored('banner', ALL, change), config).repromptReason;
    expect(reason({ ...documents, ...categories, ...trackers, t: NOW - months(13) })).toBe('expired');
    expect(reason({ ...documents, ...categories, ...trackers })).toBe('documents');
    expect(reason({ ...categories, ...trackers })).toBe('categories');
    expect(reason({ ...trackers })).toBe('trackers');
  });

  it('does not ask again for a change of texts alone', () => {
    expect(resolve(stored('banner', ALL, { pv: 'ffffffff' }), under('opt-in')).status).toBe('decided');
  });

  it('keeps the old choices as a starting point, and counts no old grant under opt-in', () => {
    const cookie = stored('banner', { ...ALL, marketing: false }, outdated.documents);
    expect(resolve(cookie, under('opt-in')).decisions).toEqual({ ...ALL, marketing: false });
    expect(grants(cookie, under('opt-in'))).toEqual([]);
  });

  it.each(['opt-out', 'notice', 'none'] as const)(
    'J: lets old grants and refusals count under %s',
    (model) => {
      const cookie = stored('banner', { ...ALL, marketing: false }, outdated.documents);
      expect(resolve(cookie, under(model)).status).toBe('stale');
      expect(grants(cookie, under(model))).toEqual(['functional', 'analytics']);
    },
  );

  it('J: shows the banner again, but not under none', () => {
    const cookie = stored('banner', ALL, outdated.documents);
    const views = MODELS.map((model) => initialView(resolve(cookie, under(model)), under(model)));
    expect(views).toEqual(['banner', 'banner', 'banner', 'closed']);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    'J: takes a decision for expired when the clock says %s',
    (now) => {
      expect(resolve(stored('banner', ALL), under('opt-in'), { now })).toMatchObject({
        status: 'stale',
        repromptReason: 'expired',
      });
    },
  );

  it.each([0, -1, Number.NaN, null, undefined, '12'])(
    'J: takes %s months for expired',
    (expiresAfterMonths) => {
      const config = under('opt-in');
      config.reconsent.expiresAfterMonths = expiresAfterMonths as number;
      for (const t of [NOW - DAY, NOW, NOW + 300]) {
        expect(resolve(stored('banner', ALL, { t }), config).repromptReason).toBe('expired');
      }
    },
  );
});
