import { isWebAddress, type Vendor } from '@permesso/consent-core';
import type { TcfAnswer } from '@permesso/consent-core/site';
import type { Element, Markup } from '@permesso/consent-core/ui';
import type { VendorBases } from './legal-bases.ts';

/** All that a vendor declares: what for and on what basis, which data, how long, and where to read on. */
export function vendorDetails(
  vendor: Vendor,
  { answer, bases }: { answer: TcfAnswer; bases: ReadonlyMap<number, VendorBases> },
): Element {
  const { list, texts, locale, language } = answer;
  const { consent = [], interest = [] } = bases.get(vendor.id) ?? {};
  const days = new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' });
  const { dataRetention, usesNonCookieAccess } = vendor;
  const named = (
    source: Record<string, { name: string }>,
    ids: readonly number[],
    kept?: Record<string, number>,
  ) =>
    ids.flatMap((id) => {
      const name = source[id]?.name;
      const own = kept?.[id];
      return name ? [own === undefined ? name : `${name} (${days.format(own)})`] : [];
    });
  const retention = dataRetention?.stdRetention;
  const entries: [string, string[]][] = [
    [`${texts.purposes}: ${texts.consent}`, named(list.purposes, consent, dataRetention?.purposes)],
    [
      `${texts.purposes}: ${texts.legitimateInterest}`,
      named(list.purposes, interest, dataRetention?.purposes),
    ],
    [
      texts.specialPurposes,
      named(list.specialPurposes, vendor.specialPurposes, dataRetention?.specialPurposes),
    ],
    [texts.features, named(list.features, vendor.features)],
    [texts.specialFeatures, named(list.specialFeatures, vendor.specialFeatures)],
    [
      texts.dataCategories,
      vendor.dataDeclaration.flatMap((id) => {
        const { name, description } = list.dataCategories[id] ?? {};
        return name ? [description ? `${name}: ${description}` : name] : [];
      }),
    ],
    [texts.retention, retention === undefined ? [] : [days.format(retention)]],
    [texts.cookieLifetime, cookieLifetime(vendor, (count) => days.format(count), texts.renewed)],
  ];
  const urls =
    vendor.urls.find(({ langId }) => langId === language) ??
    vendor.urls.find(({ langId }) => langId === 'en') ??
    vendor.urls[0];
  return [
    'dl',
    {},
    ...entries
      .filter(([, values]) => values.length > 0)
      .map(
        ([name, values]): Element => [
          'div',
          {},
          ['dt', {}, name],
          ...values.map((value): Element => ['dd', {}, value]),
        ],
      ),
    usesNonCookieAccess && ['div', {}, ['dd', {}, texts.otherStorage]],
    ['div', {}, ['dd', {}, link(urls?.privacy, texts.privacyPolicy)]],
    ['div', {}, ['dd', {}, link(urls?.legIntClaim, texts.interestPolicy)]],
  ];
}

/** Nothing where cookies end with the browser's session, or there are none. */
function cookieLifetime(
  { usesCookies, cookieMaxAgeSeconds, cookieRefresh }: Vendor,
  inDays: (count: number) => string,
  renewed: string,
): string[] {
  if (!usesCookies || !cookieMaxAgeSeconds) return [];
  const lifetime = inDays(Math.ceil(cookieMaxAgeSeconds / 86_400));
  return [cookieRefresh ? `${lifetime} (${renewed})` : lifetime];
}

/** What a list from elsewhere names leads somewhere, and runs nothing. */
export const link = (address: string | undefined, text: string): Markup =>
  address && isWebAddress(address) && ['a', { href: address, target: '_blank', rel: 'noopener' }, text];
