import { describe, expect, it } from 'vitest';
import type { ConsentWarning } from '../admin/src/api/contract';
import { decisionsByCountry, UNKNOWN_COUNTRY } from '../admin/src/pages/overview/countries';
import { placesOf } from '../admin/src/pages/overview/places';

describe('the countries of the overview', () => {
  const totals = (last30Days: number) => ({ records: 500, today: 1, last30Days });

  it('K: count the decisions of no known country, so that shares are of all of them', () => {
    const countries = [{ country: 'US', n: 2 }];
    expect(decisionsByCountry({ totals: totals(35), countries })).toEqual([
      { country: UNKNOWN_COUNTRY, n: 33 },
      { country: 'US', n: 2 },
    ]);
  });

  it('K: are shown as they came where each is known', () => {
    const countries = [
      { country: 'DE', n: 2 },
      { country: 'FR', n: 1 },
    ];
    expect(decisionsByCountry({ totals: totals(3), countries })).toEqual(countries);
  });
});

describe('the warnings of the overview', () => {
  const placeholder = (documentId: string, locale: string, detail: string): ConsentWarning => ({
    code: 'placeholder',
    message: `Legal page ${documentId} (${locale}), line ${detail}`,
    uid: 'plugin::consent.legal-page',
    documentId,
    locale,
    detail,
  });

  it('K: are one thing to look at for each document and language, with every passage', () => {
    const places = placesOf([
      placeholder('privacy', 'en', '3: [PLACEHOLDER: name]'),
      placeholder('terms', 'en', '1: [PLACEHOLDER: name]'),
      placeholder('privacy', 'en', '9: [PLACEHOLDER: address]'),
      placeholder('privacy', 'de', '3: [PLACEHOLDER: Name]'),
      placeholder('privacy', 'de', '3: [PLACEHOLDER: Name]'),
    ]);
    expect(
      places.map(({ warning: { documentId, locale }, details }) => [documentId, locale, details]),
    ).toEqual([
      ['privacy', 'en', ['3: [PLACEHOLDER: name]', '9: [PLACEHOLDER: address]']],
      ['terms', 'en', ['1: [PLACEHOLDER: name]']],
      ['privacy', 'de', ['3: [PLACEHOLDER: Name]']],
    ]);
  });

  it('K: of different kinds stay apart, and so do those of no document', () => {
    const here = placeholder('privacy', 'en', '3');
    const hidden: ConsentWarning = { code: 'reject-all-hidden', message: 'hidden' };
    const other: ConsentWarning = { code: 'reject-all-hidden', message: 'hidden elsewhere' };
    expect(placesOf([here, { ...here, code: 'unknown-shortcode' }, hidden, other])).toHaveLength(4);
  });
});
