import { describe, expect, it } from 'vitest';
import { readSimulation, simulateVisit, simulationCookie } from './simulation.ts';

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
