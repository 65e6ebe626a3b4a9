import { type AdProvider, isWebAddress, type Vendor, type VendorListText } from '@permesso/consent-core';
import type { TcfAnswer } from '@permesso/consent-core/site';
import type { Element, Markup } from '@permesso/consent-core/ui';
import type { ChoicePart, TcfChoice } from './choice.ts';
import { legalBases } from './legal-bases.ts';
import type { TcfTerms } from './options.ts';

/** What the page of vendors shows. */
export interface VendorsInput {
  answer: TcfAnswer;
  terms: TcfTerms;
  /** All that there is a switch for. */
  offered: TcfChoice;
  /** What the switches show. */
  choice: TcfChoice;
}

/** Names the dialog. */
export const TITLE = 'pc-vendors-title';

/** The whole page: purposes and special features with their switches, and below them who asks. */
export function vendorsForm(input: VendorsInput): Element {
  const { list, providers, texts, language } = input.answer;
  const vendors = Object.values(list.vendors).sort((a, b) => a.name.localeCompare(b.name));
  const count = String(vendors.length + providers.length);
  // IAB's texts may be in another language than ours.
  const theirs = { lang: language, dir: 'auto' };
  return [
    'form',
    { autocomplete: 'off', 'data-consent-part': 'form' },
    [
      'header',
      { role: 'presentation' },
      ['h2', { id: TITLE, tabindex: '-1', autofocus: true }, texts.title],
      ['button', { type: 'button', value: 'close', 'aria-label': texts.close }],
    ],
    [
      'div',
      { 'data-consent-part': 'body' },
      ['p', {}, texts.intro.replace('{count}', count)],
      ['h3', {}, texts.purposes],
      ...asked(list.purposes, [input.offered.purposes, input.offered.interests]).map((text) =>
        textSection('purpose', text, theirs, [
          choiceSwitch(input, 'purposes', text.id, `purpose-${text.id}`),
          choiceSwitch(input, 'interests', text.id, `purpose-${text.id}`),
        ]),
      ),
      ...group(
        texts.specialFeatures,
        asked(list.specialFeatures, [input.offered.specialFeatures]).map((text) =>
          textSection('feature', text, theirs, [
            choiceSwitch(input, 'specialFeatures', text.id, `feature-${text.id}`),
          ]),
        ),
      ),
      ...group(
        texts.partners,
        vendors.map((vendor) => vendorSection(vendor, input)),
      ),
      ...group(
        texts.googlePartners,
        providers.map((provider) => providerSection(provider, input)),
      ),
    ],
    [
      'footer',
      { role: 'presentation', 'data-consent-part': 'actions' },
      ['button', { type: 'button', value: 'reject-all' }, texts.rejectAll],
      ['button', { type: 'button', value: 'accept-all' }, texts.acceptAll],
      ['button', { type: 'button', value: 'save' }, texts.save],
    ],
  ];
}

/** What the list says of those that there is a switch for. */
const asked = (texts: Record<string, VendorListText>, offered: readonly ReadonlySet<number>[]) =>
  Object.values(texts).filter(({ id }) => offered.some((ids) => ids.has(id)));

const group = (title: string, sections: readonly Element[]): Markup[] =>
  sections.length > 0 ? [['h3', {}, title], ...sections] : [];

const LABELS = {
  purposes: 'consent',
  interests: 'legitimateInterest',
  specialFeatures: 'consent',
  vendors: 'consent',
  vendorInterests: 'legitimateInterest',
  providers: 'consent',
} as const satisfies Record<ChoicePart, keyof TcfAnswer['texts']>;

/** Nothing where there is nothing to choose. Off and on are the visitor's: nothing is on beforehand. */
function choiceSwitch(
  { answer, offered, choice }: VendorsInput,
  part: ChoicePart,
  id: number,
  name: string,
): Markup {
  if (!offered[part].has(id)) return null;
  const label = `pc-${name}-${part}`;
  return [
    'label',
    {},
    [
      'input',
      {
        type: 'checkbox',
        role: 'switch',
        'data-consent-part': 'switch',
        name: part,
        value: String(id),
        checked: choice[part].has(id),
        'aria-labelledby': `pc-${name} ${label}`,
      },
    ],
    ['span', { id: label }, answer.texts[LABELS[part]]],
  ];
}

function textSection(
  kind: string,
  { id, name, description, illustrations }: VendorListText,
  language: { lang: string; dir: string },
  switches: Markup[],
): Element {
  return [
    'section',
    { 'data-consent-part': 'category' },
    ['h4', { id: `pc-${kind}-${id}`, ...language }, name],
    ['p', language, description],
    ...illustrations.map((example): Element => ['p', language, example]),
    ['div', { 'data-consent-part': 'choices' }, ...switches],
  ];
}

/** What a vendor declares is long, and made when somebody opens it. */
function vendorSection({ id, name }: Vendor, input: VendorsInput): Element {
  return [
    'section',
    { 'data-consent-part': 'category' },
    ['h4', { id: `pc-vendor-${id}` }, name],
    [
      'div',
      { 'data-consent-part': 'choices' },
      choiceSwitch(input, 'vendors', id, `vendor-${id}`),
      choiceSwitch(input, 'vendorInterests', id, `vendor-${id}`),
    ],
    [
      'details',
      { 'data-vendor': String(id) },
      ['summary', { 'aria-labelledby': `pc-vendor-${id}-more pc-vendor-${id}` }, details(id, input)],
    ],
  ];
}

const details = (id: number, { answer }: VendorsInput): Element => [
  'span',
  { id: `pc-vendor-${id}-more` },
  answer.texts.purposes,
];

function providerSection({ id, name, policyUrl }: AdProvider, input: VendorsInput): Element {
  return [
    'section',
    { 'data-consent-part': 'category' },
    ['h4', { id: `pc-provider-${id}` }, name],
    ['p', {}, link(policyUrl, input.answer.texts.privacyPolicy)],
    ['div', { 'data-consent-part': 'choices' }, choiceSwitch(input, 'providers', id, `provider-${id}`)],
  ];
}

/** All that a vendor declares: what for and on what basis, which data, how long, and where to read on. */
export function vendorDetails(vendor: Vendor, { answer, terms }: VendorsInput): Element {
  const { list, texts, locale, language } = answer;
  const { consent = [], interest = [] } = legalBases(list, terms).get(vendor.id) ?? {};
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
    [texts.dataCategories, named(list.dataCategories, vendor.dataDeclaration)],
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
const link = (address: string | undefined, text: string): Markup =>
  address && isWebAddress(address) && ['a', { href: address, target: '_blank', rel: 'noopener' }, text];
