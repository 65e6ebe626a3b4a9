import type { PreviewTerms } from '../contract/preview.ts';
import type { PreviewTexts } from '../texts/preview-texts.ts';
import type { Attributes, Element } from './markup.ts';

export interface PreviewBarInput {
  terms: PreviewTerms;
  texts: PreviewTexts;
  /** For names and times. */
  locale: string;
  /** The place in words. */
  place: string | null;
  /** Where the form that ends the preview posts to. */
  action: string;
  /** The page that it returns to. */
  returnTo: string;
  /** The language and direction of `texts`, where they are not the page's. */
  language?: string | undefined;
  direction?: 'ltr' | 'rtl' | undefined;
  /** What the site's router wants said on a form that leaves the page. */
  formAttributes?: Attributes | undefined;
}

/** What says on every page of a preview that it is one, and ends it. */
export function previewBar(input: PreviewBarInput): Element {
  const { terms, texts, place } = input;
  const facts = [place, terms.gpc && 'Global Privacy Control'].filter((fact) => typeof fact === 'string');
  return [
    'section',
    {
      'data-consent-preview': true,
      'consent-own': true,
      'aria-labelledby': 'pc-preview-title',
      lang: input.language,
      dir: input.direction,
    },
    [
      'p',
      {},
      ['b', { id: 'pc-preview-title' }, texts.title],
      ...facts.flatMap((fact): Element[] => [['span', { 'data-consent-part': 'fact' }, fact]]),
    ],
    ['p', { 'data-consent-part': 'note' }, texts.note],
    [
      'form',
      { ...input.formAttributes, method: 'post', action: input.action },
      ['input', { type: 'hidden', name: 'return', value: input.returnTo }],
      [
        'span',
        {},
        `${texts.ends}: `,
        ['time', { datetime: terms.until }, momentIn(input.locale, terms.until, 'UTC')],
      ],
      ['button', { type: 'submit' }, texts.end],
    ],
  ];
}

/** A time as people of a language write it, in a time zone that is named, or that of whoever looks. */
export function momentIn(locale: string, moment: string, timeZone?: string): string {
  const form: Intl.DateTimeFormatOptions = {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    ...(timeZone && { timeZone, timeZoneName: 'short' }),
  };
  try {
    return new Intl.DateTimeFormat(locale, form).format(new Date(moment));
  } catch {
    return new Intl.DateTimeFormat('en', form).format(new Date(moment));
  }
}
