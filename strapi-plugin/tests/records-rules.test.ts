import {
  basesAt,
  type ConsentModel,
  createTestConfig,
  decide,
  isGranted,
  resolveConsent,
  withBases,
} from '@permesso/consent-core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDocumentId } from '../server/src/database/document-id';
import { failure } from '../server/src/database/write-conflicts';
import { consentRecord27560 } from '../server/src/evidence/consent-record-27560';
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
import { firstIdOf, isRecordId, momentOf, RecordIds } from '../server/src/evidence/record-id';
import { browserFamily } from '../server/src/records/browser-family';
import { cutoffOf } from '../server/src/records/cutoff';
import { choiceLine, decisionFingerprint } from '../server/src/records/fingerprint';
import { type DecidedWhere, keptDecisions, keptServices } from '../server/src/records/kept-decisions';
import type { ShownTerms } from '../server/src/records/shown-terms';
import { figuresOf } from '../server/src/statistics/figures';

const decision = {
  consentId: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
  source: 'banner' as const,
  decisions: { analytics: true, marketing: false },
  decidedAt: 1_790_000_000,
};

describe('the same decision', () => {
  it('K: is recognised whatever the order of its keys and the case of its id', () => {
    const again = {
      ...decision,
      consentId: decision.consentId.toUpperCase(),
      decisions: { marketing: false, analytics: true },
    };
    expect(decisionFingerprint(again)).toBe(decisionFingerprint(decision));
  });

  it.each([
    ['time', { decidedAt: decision.decidedAt + 1 }],
    ['source', { source: 'preferences' as const }],
    ['choice', { decisions: { analytics: true, marketing: true } }],
    ['choice of a service', { services: { youtube: false } }],
    ['consent id', { consentId: '6f9619ff-8b86-4d01-b42d-00cf4fc964fe' }],
  ])('K: is another one with another %s', (_, change) => {
    expect(decisionFingerprint({ ...decision, ...change })).not.toBe(decisionFingerprint(decision));
  });

  it('K: without a time of its own every request is a decision of its own', () => {
    const { decidedAt: _, ...timeless } = decision;
    expect(decisionFingerprint(timeless)).toBeNull();
  });
});

describe('the line of choices', () => {
  it('names every choice between bars', () => {
    expect(choiceLine({ marketing: false, analytics: true })).toBe('|analytics=1|marketing=0|');
    expect(choiceLine({})).toBe('');
  });
});

describe('what a record keeps', () => {
  const terms: ShownTerms = {
    services: { player: 'media', map: 'necessary', counter: 'analytics' },
    granularity: 'service',
    bases: { GB: { analytics: 'objection' } },
    categories: [
      { key: 'necessary', required: true, respectGPC: false },
      { key: 'media', required: false, respectGPC: false },
      { key: 'analytics', required: false, respectGPC: true },
    ],
  };
  const germany: DecidedWhere = { country: 'DE', region: null, model: 'opt-in', gpc: false };
  const britain: DecidedWhere = { ...germany, country: 'GB' };
  const california: DecidedWhere = { country: 'US', region: 'US-CA', model: 'opt-out', gpc: false };
  const all = { necessary: true, media: true, analytics: true, gone: true };
  const granted = { player: true, map: true, counter: true };
  const refused = { player: false, map: false, counter: false };

  it('E5: are the decisions about what is a choice', () => {
    expect(keptDecisions(all, terms, germany)).toEqual({ media: true, analytics: true });
    expect(keptDecisions({ media: false, toString: true }, terms, germany)).toEqual({ media: false });
  });

  it('C11: is no grant of what the signal forbids there, but a refusal, as the page has it', () => {
    const signal = (where: DecidedWhere) => keptDecisions(all, terms, { ...where, gpc: true });
    expect(signal(california)).toEqual({ media: true, analytics: false });
    expect(signal(britain)).toEqual({ media: true, analytics: false });
    expect(signal(germany), 'asked for there').toEqual({ media: true, analytics: true });
    expect(keptServices(granted, terms, { ...california, gpc: true })).toEqual({ player: true });
    expect(keptServices(granted, terms, { ...germany, gpc: true })).toEqual({ player: true, counter: true });
  });

  it('is no grant of what is on without consent at that place', () => {
    expect(keptDecisions(all, terms, britain)).toEqual({ media: true });
    expect(keptDecisions({ analytics: false }, terms, britain)).toEqual({ analytics: false });
    const at = (where: DecidedWhere) => keptServices({ counter: true }, terms, where);
    expect(at(britain)).toBeUndefined();
    expect(at({ ...germany, country: null })).toEqual({ counter: true });
    const optOut: DecidedWhere = { ...britain, model: 'opt-out' };
    expect(at(optOut), 'nothing rests on anything else there').toEqual({ counter: true });
    expect(keptDecisions(all, terms, optOut)).toEqual({ media: true, analytics: true });
  });

  it('C3: is every refusal of a service, also of what became required, by category and under the signal', () => {
    expect(keptServices(refused, terms, germany)).toEqual(refused);
    expect(keptServices(refused, { ...terms, granularity: undefined }, germany)).toEqual(refused);
    expect(keptServices(refused, terms, { ...britain, gpc: true })).toEqual(refused);
  });

  it('is a grant of a service where visitors decide service by service, and of what is a choice', () => {
    expect(keptServices(granted, terms, germany)).toEqual({ player: true, counter: true });
    expect(keptServices(granted, { ...terms, granularity: 'category' }, germany)).toBeUndefined();
    expect(keptServices(granted, { ...terms, granularity: undefined }, germany)).toBeUndefined();
  });

  it('is nothing of a service that was not shown', () => {
    expect(keptServices({ gone: false, toString: true, player: false }, terms, germany)).toEqual({
      player: false,
    });
    expect(keptServices(refused, { categories: [] }, germany)).toBeUndefined();
    expect(keptServices(undefined, terms, germany)).toBeUndefined();
  });

  it('is no more than the page grants by what it sends, in whatever place and under whatever signal', () => {
    const situation = fc.record({
      country: fc.constantFrom('DE', 'GB', 'US'),
      model: fc.constantFrom<ConsentModel[]>('opt-in', 'opt-out', 'notice', 'none'),
      gpc: fc.boolean(),
      draft: fc.record({ media: fc.boolean(), analytics: fc.boolean() }),
      action: fc.constantFrom('accept-all', 'reject-all', 'save', 'dismiss' as const),
    });
    fc.assert(
      fc.property(situation, ({ country, model, gpc, draft, action }) => {
        const where = { country, region: null, model, gpc };
        const shown = terms.categories.map((one) => ({
          ...one,
          ...{ label: '', description: '', defaultInOptOut: true, consentModeSignals: [] },
        }));
        const basis = model === 'opt-in' ? basesAt(terms.bases!, where) : {};
        const config = {
          ...createTestConfig({ jurisdiction: { country, model } }),
          categories: withBases(shown, basis),
        };
        const made = decide(resolveConsent(null, config, { gpc }), config, action, { draft });
        if (made)
          expect(keptDecisions(made.submission.decisions, terms, where)).toEqual(made.submission.decisions);
        const resolved = resolveConsent(made?.cookie, config, { gpc });
        for (const [key, on] of Object.entries(keptDecisions(all, terms, where))) {
          if (on && action === 'accept-all') expect(isGranted(resolved, config, key)).toBe(true);
        }
      }),
    );
  });
});

describe('document ids', () => {
  it('look like those of Strapi and do not repeat', () => {
    const ids = Array.from({ length: 5000 }, createDocumentId);
    expect(new Set(ids).size).toBe(5000);
    expect(ids.every((id) => /^[a-z][a-z0-9]{23}$/.test(id))).toBe(true);
  });
});

describe('retention cutoff', () => {
  it.each([
    ['2026-11-21T10:00:00.000Z', 36, '2023-11-21T10:00:00.000Z'],
    ['2026-03-31T10:00:00.000Z', 1, '2026-02-28T10:00:00.000Z'],
    ['2024-03-30T23:59:59.999Z', 1, '2024-02-29T23:59:59.999Z'],
    ['2026-01-15T00:00:00.000Z', 13, '2024-12-15T00:00:00.000Z'],
  ])('F5: %s less %i months is %s', (now, months, cutoff) => {
    expect(cutoffOf(new Date(now), months).toISOString()).toBe(cutoff);
  });

  it('F5: never lies later than the months ask for', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
        fc.integer({ min: 1, max: 240 }),
        (now, months) => {
          const cutoff = cutoffOf(now, months);
          const apart =
            (now.getUTCFullYear() - cutoff.getUTCFullYear()) * 12 + now.getUTCMonth() - cutoff.getUTCMonth();
          expect(apart).toBe(months);
        },
      ),
    );
  });
});

describe('ids of records', () => {
  const moment = fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true });

  it('are UUIDv7s that name their moment and rise with it', () => {
    fc.assert(
      fc.property(moment, moment, (one, other) => {
        const ids = new RecordIds();
        const [first, second, next] = [ids.next(one), ids.next(one), ids.next(other)];
        for (const id of [first, second, next]) expect(isRecordId(id)).toBe(true);
        expect(momentOf(first)).toEqual(one);
        expect(first < second).toBe(true);
        if (one.getTime() !== other.getTime()) expect(second < next).toBe(one < other);
        expect(firstIdOf(one) <= first).toBe(true);
        expect(firstIdOf(new Date(one.getTime() + 1)) > second).toBe(true);
      }),
    );
  });

  it('rise within a millisecond, and are never the same', () => {
    const now = new Date();
    const ids = new RecordIds();
    const made = Array.from({ length: 10_000 }, () => ids.next(now));
    expect(made.toSorted()).toEqual(made);
    expect(new Set([...made, new RecordIds().next(now)]).size).toBe(10_001);
  });

  it('have a first one for every moment that a filter can name', () => {
    for (const far of ['-000001-01-01', '+010000-01-01T11:59:59Z']) {
      expect(isRecordId(firstIdOf(new Date(far)))).toBe(true);
    }
  });
});

describe('browser family', () => {
  const mozilla = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';
  it.each([
    [`${mozilla} Chrome/141.0.0.0 Safari/537.36`, 'Chrome'],
    [`${mozilla} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`, 'Edge'],
    [`${mozilla} Chrome/141.0.0.0 Safari/537.36 OPR/120.0.0.0`, 'Opera'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1',
      'Chrome',
    ],
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'Bot'],
    ['curl/8.5.0', 'Other'],
    ['', null],
  ])('F2: of %s is %s', (userAgent, family) => {
    expect(browserFamily(userAgent)).toBe(family);
  });
});

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

  it('count decisions, models, countries and choices by UTC day', () => {
    const later = {
      ...record,
      createdAt: new Date('2026-11-22T00:00:00.000Z'),
      country: null,
      decisions: {},
    };
    expect(cellsOf([record, record, later])).toHaveLength(2);
    expect(sorted(dailyCountsOf(cellsOf([record, record, later])))).toEqual([
      { dimension: 'country', day: '2026-11-21', subject: 'DE', total: 2 },
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

describe('export in the terms of ISO/IEC TS 27560', () => {
  const record = {
    id: 'r1',
    consentId: decision.consentId,
    replaces: null,
    decisions: { analytics: true, marketing: false },
    grantedCategories: ['analytics'],
    source: 'banner' as const,
    model: 'opt-in' as const,
    country: 'US',
    region: 'US-CA',
    gpc: false,
    locale: 'en',
    versions: { policyVersion: 'p', categoriesVersion: 'c', trackersVersion: 't', documentsVersion: 'd' },
    snapshot: 'hash',
    presentation: null,
    vouchedBy: null,
    decidedAt: '2026-11-21T10:00:00.000Z',
    expiresAt: '2027-05-21T10:00:00.000Z',
    userAgentFamily: null,
    user: null,
    createdAt: '2026-11-21T10:00:01.000Z',
    quarantine: null,
  };

  it('has a header, the processing, and one event for each purpose', () => {
    const exported = consentRecord27560(record);
    expect(exported.record_header).toEqual({
      schema_version: 'ISO/IEC TS 27560:2023',
      record_id: 'r1',
      pii_principal_id: decision.consentId,
    });
    expect(exported.pii_processing).toMatchObject({
      jurisdiction: 'US-CA',
      purposes: ['analytics', 'marketing'],
    });
    expect(exported.consent_events.map(({ purpose, event_state }) => [purpose, event_state])).toEqual([
      ['analytics', 'given'],
      ['marketing', 'refused'],
    ]);
  });

  it('tells what was decided of single services apart from the rest of their purpose', () => {
    const exported = consentRecord27560({ ...record, services: { youtube: true, vimeo: false } });
    expect(exported.pii_processing.purposes).toEqual(['analytics', 'marketing']);
    expect(exported.service_events?.map(({ service, event_state }) => [service, event_state])).toEqual([
      ['youtube', 'given'],
      ['vimeo', 'refused'],
    ]);
    expect(consentRecord27560(record)).not.toHaveProperty('service_events');
  });

  it('names the string that vendors of advertising were told, where there is one', () => {
    expect(consentRecord27560({ ...record, tcString: 'CQ.IF' })).toMatchObject({ tc_string: 'CQ.IF' });
    expect(consentRecord27560(record)).not.toHaveProperty('tc_string');
  });

  it('says on what each purpose rested, also on what nobody decided about', () => {
    const bases = { analytics: 'objection', measuring: 'exempt' } as const;
    const exported = consentRecord27560({
      ...record,
      decisions: { analytics: false, marketing: true },
      bases,
    });
    expect(exported.consent_events.map(({ purpose, lawful_basis }) => [purpose, lawful_basis])).toEqual([
      ['analytics', 'objection'],
      ['marketing', 'consent'],
    ]);
    expect(exported.pii_processing).toMatchObject({ purposes_without_consent: { measuring: 'exempt' } });
    expect(consentRecord27560(record).pii_processing).not.toHaveProperty('purposes_without_consent');
    const [event] = consentRecord27560({ ...record, model: 'opt-out' }).consent_events;
    expect(event?.lawful_basis).toBe('objection');
  });

  it('tells a withdrawal from a refusal, and a default from an act', () => {
    const withdrawal = consentRecord27560({ ...record, source: 'withdraw', decisions: { analytics: false } });
    expect(withdrawal.consent_events[0]).toMatchObject({ event_state: 'withdrawn', event_type: 'expressed' });
    const implied = consentRecord27560({ ...record, source: 'implicit' });
    expect(implied.consent_events[0]).toMatchObject({ event_type: 'inferred' });
  });
});

describe('a failure in the log', () => {
  it('E6: is named without the statement, which holds what a person chose', () => {
    const statement =
      "insert into `consent_records` (`user`) values ('ada') - no such table: consent_records";
    expect(failure(Object.assign(new Error(statement), { code: 'SQLITE_ERROR' }))).toBe(
      'SQLITE_ERROR: no such table: consent_records',
    );
    expect(failure(new Error('Too many records are waiting.'))).toBe('Error: Too many records are waiting.');
  });
});
