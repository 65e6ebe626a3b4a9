/** Ten visitors of five places, and what their requests say of them. */
import { type ConsentModel, cookieFor, encodeConsentCookie } from '@permesso/consent-core';
import { fixtureConfig } from '../fixtures/site/consent.mjs';

/** The law of each of the five places, as the CMS of the tests has it. */
export const PLACES: Record<string, ConsentModel> = {
  DE: 'opt-in',
  FR: 'opt-in',
  US: 'opt-out',
  JP: 'notice',
  ZZ: 'none',
};

export interface Visitor {
  country: string;
  gpc: boolean;
  /** What the consent cookie says; null before any decision. */
  id: string | null;
  cookie: string | null;
  decisions: Record<string, boolean>;
}

const somebody = (number: number, country: string, grants: string[] | null, gpc = false): Visitor => {
  const id = `6f9619ff-8b86-4d01-b42d-00cf4fc9640${number}`;
  const decisions = Object.fromEntries(
    ['functional', 'analytics', 'marketing'].map((key) => [key, grants?.includes(key) ?? false]),
  );
  const cookie =
    grants &&
    encodeConsentCookie(
      cookieFor({
        consentId: id,
        decisions,
        versions: fixtureConfig().versions,
        model: PLACES[country]!,
        source: 'banner',
        decidedAt: Math.floor(Date.now() / 1000) - 60,
      }),
    );
  return { country, gpc, id: grants && id, cookie, decisions };
};

export const ALL = ['functional', 'analytics', 'marketing'];
export const VISITORS = [
  somebody(0, 'DE', null),
  somebody(1, 'DE', ALL),
  somebody(2, 'FR', []),
  somebody(3, 'FR', ['analytics']),
  somebody(4, 'US', null),
  somebody(5, 'US', ['functional'], true),
  somebody(6, 'US', ALL, true),
  somebody(7, 'JP', null),
  somebody(8, 'JP', ['marketing']),
  somebody(9, 'ZZ', []),
];

export const PAGES = ['/', '/gate', '/content', '/prerendered', '/mode-prerendered'];

export const headersOf = ({ country, gpc, cookie }: Visitor): Record<string, string> => ({
  'cf-ipcountry': country,
  ...(gpc && { 'sec-gpc': '1' }),
  ...(cookie && { cookie: `pl-consent=${cookie}` }),
});
