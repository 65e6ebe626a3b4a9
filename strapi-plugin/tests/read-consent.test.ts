import { type ConsentConfig, cookieFor, createTestConfig, encodeConsentCookie } from '@permesso/consent-core';
import { describe, expect, it } from 'vitest';
import { cookieValue, readConsent } from '../server/src/cookies/read-consent';

const config: ConsentConfig = createTestConfig();
const value = encodeConsentCookie(
  cookieFor({
    consentId: '0b5f6d6c-6a51-4c6c-9d0e-3f6f5a1c2b3d',
    decisions: { functional: false, analytics: true, marketing: false },
    versions: config.versions,
    model: 'opt-in',
    source: 'banner',
    decidedAt: Math.floor(Date.now() / 1000) - 60,
  }),
);
const header = `theme=dark; pl-consent=${value}`;

const sources = {
  'a Cookie header': header,
  Headers: new Headers({ cookie: header }),
  'a headers object': { cookie: header },
  'a headers object in other letters': { host: 'shop.example', Cookie: header },
  'a cookie store': { get: (name: string) => (name === 'pl-consent' ? { value } : undefined) },
  'a plain cookie store': { get: (name: string) => (name === 'pl-consent' ? value : null) },
};

describe('readConsent', () => {
  it.each(Object.entries(sources))('reads %s', (_, source) => {
    expect(cookieValue(source, 'pl-consent')).toBe(value);
    const consent = readConsent(source, config);
    expect(consent.status).toBe('decided');
    expect([consent.has('analytics'), consent.has('marketing'), consent.has('necessary')]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it.each([
    ['', ''],
    ['undefined', undefined],
    ['null', null],
    ['no headers', {}],
    ['nothing', 'theme=dark'],
    ['rubbish', 'pl-consent=%%%'],
  ])('C1: grants nothing optional from %s', (_, source) => {
    const consent = readConsent(source, config);
    expect(consent.status).toBe('undecided');
    expect(consent.has({ or: ['functional', 'analytics', 'marketing'] })).toBe(false);
  });

  it('C2: Sec-GPC counts only as exactly 1, read from headers or told', () => {
    const american = { ...config, jurisdiction: { country: 'US', model: 'opt-out' as const } };
    const withSignal = (signal: string) => readConsent(new Headers({ 'sec-gpc': signal }), american);
    expect([withSignal('1').has('marketing'), withSignal('true').has('marketing')]).toEqual([false, true]);
    expect(readConsent({ host: 'shop.example', 'Sec-GPC': '1' }, american).has('marketing')).toBe(false);
    expect(readConsent('', american, true).has('marketing')).toBe(false);
  });
});
