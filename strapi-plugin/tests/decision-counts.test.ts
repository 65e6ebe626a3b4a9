import { describe, expect, it } from 'vitest';
import { type DailyCount, dailyCountsOf } from '../server/src/evidence/daily-counts';
import {
  cellsOf,
  choiceOf,
  countedCountry,
  countedLanguage,
  decisionsOf,
  outcomeOf,
  sharesOf,
} from '../server/src/evidence/decision-counts';
import { figuresOf } from '../server/src/statistics/figures';

const sorted = (counts: DailyCount[]) => counts.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
const nameOf = ({ dimension, day, subject }: DailyCount) => `${dimension} ${day} ${subject}`;

describe('daily counts', () => {
  const record = {
    createdAt: new Date('2026-11-21T23:59:59.999Z'),
    model: 'opt-in',
    source: 'banner',
    country: 'DE' as string | null,
    locale: 'de-AT',
    device: 'phone' as const,
    policyVersion: '0a1b2c3d',
    decisions: { marketing: false, analytics: true } as Record<string, boolean>,
  };

  it('count decisions, models and choices by UTC day', () => {
    const later = {
      ...record,
      createdAt: new Date('2026-11-22T00:00:00.000Z'),
      country: null,
      decisions: {},
    };
    expect(cellsOf([record, record, later])).toHaveLength(2);
    expect(sorted(dailyCountsOf(cellsOf([record, record, later])))).toEqual([
      { dimension: 'decisions', day: '2026-11-21', subject: 'all', total: 2 },
      { dimension: 'decisions', day: '2026-11-22', subject: 'all', total: 1 },
      { dimension: 'granted', day: '2026-11-21', subject: 'analytics', total: 2 },
      { dimension: 'model', day: '2026-11-21', subject: 'opt-in', total: 2 },
      { dimension: 'model', day: '2026-11-22', subject: 'opt-in', total: 1 },
      { dimension: 'refused', day: '2026-11-21', subject: 'marketing', total: 2 },
    ]);
  });
});

describe('counts by dimension', () => {
  it('write a choice in one way, and only what it comes to where it would be too long', () => {
    const choice = choiceOf({ marketing: false, analytics: true });
    expect(choice).toBe('+analytics -marketing');
    expect(decisionsOf(choice)).toEqual([
      ['analytics', 'granted'],
      ['marketing', 'refused'],
    ]);
    const many = (granted: (i: number) => boolean) =>
      choiceOf(Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`category-${i}`, granted(i)])));
    expect([many(() => true), many(() => false), many((i) => i > 3)].map(outcomeOf)).toEqual([
      'accepted',
      'refused',
      'partial',
    ]);
    expect(decisionsOf(many((i) => i > 3))).toEqual([]);
    expect([outcomeOf('+a +b'), outcomeOf('-a'), outcomeOf('+a -b'), outcomeOf('')]).toEqual([
      'accepted',
      'refused',
      'partial',
      null,
    ]);
  });

  it('tell an objection to what was on without consent from a refusal, and count no grant of that', () => {
    const bases = { analytics: 'objection', toString: 'exempt' } as const;
    const choice = choiceOf({ analytics: false, marketing: true }, bases);
    expect(choice).toBe('!analytics +marketing');
    expect(decisionsOf(choice)).toEqual([
      ['analytics', 'objected'],
      ['marketing', 'granted'],
    ]);
    expect([choice, '!a -b', '!a', '+b'].map(outcomeOf)).toEqual([
      'partial',
      'refused',
      'refused',
      'accepted',
    ]);
    const sum = { key: 'GB', source: 'banner', total: 4 } as const;
    const { categories } = figuresOf([
      { ...sum, choice },
      { ...sum, choice: '+marketing', total: 9 },
    ]);
    expect(categories).toEqual({
      analytics: { granted: 0, refused: 0, objected: 4 },
      marketing: { granted: 13, refused: 0 },
    });
  });

  it('know languages and countries, and one name for all else that somebody may send', () => {
    expect(['de-AT', 'zh_Hant', 'fil', 'xq', 'hallo', null].map(countedLanguage)).toEqual([
      ...['de', 'zh', 'fil', 'other', 'other', ''],
    ]);
    expect(['DE', 'QX', 'de', 'Germany', '', null].map(countedCountry)).toEqual([
      ...['DE', 'other', 'other', 'other', '', ''],
    ]);
  });

  it('take what is set apart from devices in proportion, all of it, and from none more than it has', () => {
    expect(sharesOf(10, { phone: 60, desktop: 40 })).toEqual([
      ['phone', 6],
      ['desktop', 4],
    ]);
    expect(sharesOf(3, { phone: 1, tablet: 1, desktop: 1 })).toEqual([
      ['phone', 1],
      ['tablet', 1],
      ['desktop', 1],
    ]);
    expect(sharesOf(5, { phone: 2 })).toEqual([
      ['phone', 2],
      ['other', 3],
    ]);
    expect(sharesOf(1, { phone: 50, desktop: 50 }).reduce((sum, [, n]) => sum + n, 0)).toBe(1);
  });
});
