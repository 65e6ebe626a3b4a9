import type { ConsentBannerConfig } from '../contract/config.ts';
import type { InterfaceTexts } from '../texts/interface-texts.ts';
import type { Attributes, Element } from './markup.ts';

export interface ManageButtonInput {
  /** What editors wrote; undefined while no configuration is known. */
  banner: ConsentBannerConfig | undefined;
  texts: InterfaceTexts;
  /** A Global Privacy Control signal was honoured. */
  honorsGpc: boolean;
  /** Where it leads without JavaScript; undefined where the site has no preferences page. */
  page?: { address: string; returnTo: string; locale: string | null } | undefined;
  /** Stands in for the button's text, in the page's own language. */
  label?: string | undefined;
  /** The language of `texts`, where it is not the page's. */
  language?: string | undefined;
  /** The language of what editors wrote, where it is another one. */
  bannerLanguage?: string | undefined;
  /** What the site's router wants said on a form that leaves the page. */
  formAttributes?: Attributes | undefined;
}

/** The button that opens the preferences again, and beside it whether a signal was honoured (11 CCR 7025). */
export function manageButton(input: ManageButtonInput): Element {
  const { banner, texts, page, label } = input;
  const labels = banner?.labels;
  return [
    'form',
    { ...input.formAttributes, method: 'get', 'data-consent-part': 'manage', action: page?.address },
    page?.locale && ['input', { type: 'hidden', name: 'locale', value: page.locale }],
    page && ['input', { type: 'hidden', name: 'return', value: page.returnTo }],
    [
      'button',
      {
        type: page ? 'submit' : 'button',
        'data-consent-manage': true,
        ...(label === undefined && languageOf(input, labels?.manage)),
      },
      label ?? (labels?.manage || texts.manage),
    ],
    [
      'span',
      {
        'data-consent-part': 'gpc',
        'data-honored': input.honorsGpc && 'true',
        role: 'status',
        ...languageOf(input, labels?.gpcHonored),
      },
      labels?.gpcHonored || texts.gpcHonored,
    ],
  ];
}

/** What marks a text as of its language: that of what editors wrote, where they did. */
function languageOf(
  { language, bannerLanguage }: ManageButtonInput,
  written: string | undefined,
): Attributes {
  const tag = written ? (bannerLanguage ?? language) : language;
  return tag ? { lang: tag, dir: 'auto' } : {};
}
