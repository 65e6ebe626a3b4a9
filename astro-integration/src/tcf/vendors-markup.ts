import type { AdProvider, Vendor, VendorListText } from '@permesso/consent-core';
import type { TcfAnswer } from '@permesso/consent-core/site';
import type { Element, Markup } from '@permesso/consent-core/ui';
import type { ChoicePart, TcfChoice } from './choice.ts';
import type { VendorBases } from './legal-bases.ts';
import { link } from './vendor-details.ts';

/** What the page of vendors shows. */
export interface VendorsInput {
  answer: TcfAnswer;
  /** All that there is a switch for. */
  offered: TcfChoice;
  /** On what each vendor may rely. */
  bases: ReadonlyMap<number, VendorBases>;
  /** What the switches show. */
  choice: TcfChoice;
}

/** Names the dialog. */
export const TITLE = 'pc-vendors-title';

/** The whole page: purposes and special features with their switches, and below them who asks. */
export function vendorsForm(input: VendorsInput): Element {
  const { list, providers, texts } = input.answer;
  const vendors = Object.values(list.vendors).sort((a, b) => a.name.localeCompare(b.name));
  const count = String(vendors.length + providers.length);
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
        textSection('purpose', text, input, [
          choiceSwitch(input, 'purposes', text.id, `purpose-${text.id}`),
          choiceSwitch(input, 'interests', text.id, `purpose-${text.id}`),
        ]),
      ),
      ...told('specialPurposes', 'special-purpose', input),
      ...told('features', 'shared-feature', input),
      ...group(
        texts.specialFeatures,
        asked(list.specialFeatures, [input.offered.specialFeatures]).map((text) =>
          textSection('feature', text, input, [
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
  kind: SectionKind,
  { id, name, description, illustrations }: VendorListText,
  input: VendorsInput,
  switches: Markup[] = [],
): Element {
  const { language, texts } = input.answer;
  // IAB's texts may be in another language than ours.
  const theirs = { lang: language, dir: 'auto' };
  return [
    'section',
    { 'data-consent-part': 'category' },
    ['h4', { id: `pc-${kind}-${id}`, ...theirs }, name],
    ['p', theirs, description],
    ...illustrations.map((example): Element => ['p', theirs, example]),
    [
      'details',
      { 'data-kind': kind, 'data-id': String(id) },
      ['summary', {}, `${texts.partners}: ${declaring(kind, id, input).length}`],
    ],
    ...(switches.length > 0 ? [['div', { 'data-consent-part': 'choices' }, ...switches] as Element] : []),
  ];
}

/** What nobody is asked for, and has to be told of: who does it, and that it is done. */
function told(key: 'specialPurposes' | 'features', kind: SectionKind, input: VendorsInput): Markup[] {
  const { list, texts } = input.answer;
  const declared = Object.values(list[key]).filter(({ id }) => declaring(kind, id, input).length > 0);
  return group(
    texts[key],
    declared.map((text) => textSection(kind, text, input)),
  );
}

type SectionKind = 'purpose' | 'special-purpose' | 'shared-feature' | 'feature';

/** The vendors that a section is about, as restrictions leave them. */
function declaring(kind: SectionKind, id: number, { answer: { list }, bases }: VendorsInput): Vendor[] {
  return Object.values(list.vendors).filter((vendor) => {
    const { consent = [], interest = [] } = bases.get(vendor.id) ?? {};
    const declared = {
      purpose: [...consent, ...interest],
      'special-purpose': vendor.specialPurposes,
      'shared-feature': vendor.features,
      feature: vendor.specialFeatures,
    };
    return declared[kind].includes(id);
  });
}

/** The names of these vendors: made when somebody opens it, as there may be a thousand for each purpose. */
export const vendorNames = (kind: string, id: number, input: VendorsInput): Element => [
  'ul',
  {},
  ...declaring(kind as SectionKind, id, input)
    .map(({ name }) => name)
    .sort((a, b) => a.localeCompare(b))
    .map((name): Element => ['li', {}, name]),
];

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
