// @vitest-environment happy-dom
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConsentCookieV1, ConsentDecisions, RecordSubmission } from '../contract/config.ts';
import { createTestConfig } from '../contract/default-config.ts';
import { cookieFor, encodeConsentCookie } from '../rules/cookie.ts';
import { newestConsent, refusalKey } from './newest-decision.ts';
import { createOutbox } from './outbox.ts';
import { keepUnsent } from './unsent-records.ts';

const NOW = 1_790_000_000;
const ALL = { functional: true, analytics: true, marketing: true };
const NONE = { functional: false, analytics: false, marketing: false };

const record = (decisions: ConsentDecisions, over: Partial<RecordSubmission> = {}): RecordSubmission => ({
  consentId: '11111111-1111-4111-8111-111111111111',
  decisions,
  versions: createTestConfig().versions,
  source: 'banner',
  locale: 'en',
  decidedAt: NOW,
  ...over,
});
const cookieOf = (made: RecordSubmission): ConsentCookieV1 =>
  cookieFor({ ...made, model: 'opt-out', decidedAt: made.decidedAt! });
/** Makes decisions, whose records wait. */
const decide = (...made: RecordSubmission[]) => {
  for (const each of made) keepUnsent('pl-consent', each, encodeConsentCookie(cookieOf(each)));
};
/** What counts where the cookie shows this decision. */
const newest = (shown: RecordSubmission) =>
  newestConsent(`a=1; pl-consent=${encodeConsentCookie(cookieOf(shown))}`, 'pl-consent');

const accepted = record(ALL);
const refused = record(NONE, { decidedAt: NOW + 5 });

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe('the newest decision that a device knows of', () => {
  it('L: is a refusal that waits to be sent, where the cookie shows the grant before it', () => {
    decide(accepted, refused);
    expect(newest(accepted)).toEqual(cookieOf(refused));
    expect(newest(refused)).toEqual(cookieOf(refused));
  });

  it('L: is the refusal also where both were made in one second', () => {
    const atOnce = record(NONE);
    decide(accepted, atOnce);
    expect(newest(accepted)).toEqual(cookieOf(atOnce));
  });

  it('L: is a withdrawal, though that has an id of its own', () => {
    const consentId = '22222222-2222-4222-8222-222222222222';
    const withdrawn = record(NONE, { consentId, source: 'withdraw', replaces: accepted.consentId });
    decide(accepted, withdrawn);
    expect(newest(accepted)).toEqual(cookieOf(withdrawn));
  });

  it('is what the cookie says where that is newer', () => {
    const later = record(ALL, { decidedAt: NOW + 60 });
    decide(refused);
    expect(newest(later)).toEqual(cookieOf(later));
    decide(record(ALL, { decidedAt: NOW + 5 }));
    expect(newest(accepted)).toEqual(cookieOf(accepted));
  });

  it('is what the cookie says once the refusal is recorded', async () => {
    decide(accepted, refused);
    const outbox = createOutbox({ name: 'pl-consent', send: async () => 201 });
    await outbox.flush();
    outbox.destroy();
    expect({ ...localStorage }).toEqual({});
    expect(newest(accepted)).toEqual(cookieOf(accepted));
  });

  it('J: is none where there is no cookie', () => {
    decide(refused);
    expect(newestConsent('a=1', 'pl-consent')).toBeNull();
  });

  it('is what the cookie says where something else stands in storage, or storage is denied', () => {
    localStorage.setItem(refusalKey('pl-consent'), '; pl-consent=x');
    expect(newest(accepted)).toEqual(cookieOf(accepted));
    decide(refused);
    vi.stubGlobal('localStorage', null);
    expect(newest(accepted)).toEqual(cookieOf(accepted));
  });

  it('C3: never grants what the last decision refused, whichever answer came late', () => {
    const choices = fc.record({ functional: fc.boolean(), analytics: fc.boolean(), marketing: fc.boolean() });
    fc.assert(
      fc.property(fc.array(choices, { minLength: 1, maxLength: 5 }), fc.nat(), (all, answered) => {
        localStorage.clear();
        const made = all.map((decisions, second) => record(decisions, { decidedAt: NOW + second }));
        decide(...made);
        const { d } = newest(made[answered % made.length]!)!;
        const last = made.at(-1)!.decisions;
        for (const key of Object.keys(NONE)) if (!last[key]) expect(d[key]).toBe(0);
      }),
    );
  });
});
