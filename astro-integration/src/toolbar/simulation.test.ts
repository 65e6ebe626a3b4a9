import { cookieFor, createTestConfig, readConsentCookie } from '@permesso/consent-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  expireDecision,
  forgetEverything,
  readSimulation,
  simulateVisit,
  simulationCookie,
} from './simulation.ts';

const trusted = { country: ['cf-ipcountry', 'x-country'], region: ['cf-region-code'] };

describe('a simulated visit', () => {
  it('sends what CDN and browser would send from there', () => {
    const headers: Record<string, string | string[] | undefined> = {
      cookie: simulationCookie({ place: 'US-CA', gpc: true }),
      'x-country': 'DE',
    };
    simulateVisit(headers, trusted);
    expect(headers).toMatchObject({ 'cf-ipcountry': 'US', 'cf-region-code': 'CA', 'sec-gpc': '1' });
    expect(headers['x-country']).toBeUndefined();
  });

  it('is left alone without the cookie, or with one that says nothing', () => {
    for (const cookie of [
      undefined,
      'a=b',
      'consent-simulation=',
      'consent-simulation=us;x',
      'consent-simulation=<b>',
    ]) {
      const headers = { cookie, 'x-country': 'DE' };
      simulateVisit(headers, trusted);
      expect(headers).toEqual({ cookie, 'x-country': 'DE' });
    }
  });

  it('says nothing of a place where the site believes no header', () => {
    const headers: Record<string, string | undefined> = { cookie: 'consent-simulation=JP' };
    simulateVisit(headers, { country: [], region: [] });
    expect(Object.keys(headers)).toEqual(['cookie']);
  });

  it('ends with an empty one', () => {
    expect(simulationCookie({ place: '', gpc: false })).toContain('Max-Age=0');
    expect(readSimulation('consent-simulation=.gpc')).toEqual({ place: '', gpc: true });
  });
});

const config = createTestConfig({
  cookie: { name: 'pl-consent', maxAgeDays: 365, sameSite: 'strict', domain: 'shop.example' },
});
const cookie = cookieFor({
  consentId: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
  decisions: { functional: true, analytics: true, marketing: false },
  versions: config.versions,
  model: 'opt-in',
  source: 'banner',
  decidedAt: 1_790_000_000,
});

describe('the buttons of the toolbar', () => {
  let written: string[];

  beforeEach(() => {
    written = [];
    vi.stubGlobal('document', {
      get cookie() {
        return `pl-consent=${btoa(JSON.stringify(cookie))}`;
      },
      set cookie(text: string) {
        written.push(text);
      },
    });
    vi.stubGlobal('location', { protocol: 'https:', reload: () => {} });
    vi.stubGlobal('localStorage', {});
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('expire a decision in the very cookie that the site keeps it in, and change nothing but its time', () => {
    expireDecision(config);
    expect(written).toHaveLength(1);
    expect(written[0]).toMatch(/; SameSite=strict; Domain=shop\.example; Secure$/);
    const { t, ...rest } = readConsentCookie(written[0]!, 'pl-consent')!;
    expect({ ...rest, t: cookie.t }).toEqual(cookie);
    expect(cookie.t - t).toBeGreaterThan(config.reconsent.expiresAfterMonths * 30.4375 * 86_400);
  });

  it('expire a refusal also where it holds for longer than a grant', () => {
    const maxAge = 2 * config.reconsent.expiresAfterMonths * 30.4375 * 86_400;
    expireDecision({ ...config, refusal: { maxAge, triggers: [] } });
    expect(cookie.t - readConsentCookie(written[0]!, 'pl-consent')!.t).toBeGreaterThan(maxAge);
  });

  it('forget the decision where the site keeps it and where a page without a domain does', () => {
    forgetEverything(config);
    const gone = written.filter((text) => text.startsWith('pl-consent=; Path=/; Max-Age=0; SameSite=strict'));
    expect(gone.map((text) => /Domain=([^;]*)/.exec(text)?.[1])).toEqual([undefined, 'shop.example']);
  });
});
