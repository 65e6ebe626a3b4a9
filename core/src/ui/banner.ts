import type { ConsentBannerConfig, ConsentModel } from '../contract/config.ts';
import { isLoadableAddress } from '../contract/safe-html.ts';
import type { BannerFacts } from './banner-facts.ts';
import type { BannerNote } from './banner-notes.ts';
import { type Attributes, type Element, type Markup, toHtml } from './markup.ts';

export { type BannerFacts, bannerFacts } from './banner-facts.ts';
export { type BannerNote, bannerNotes, firstBannerNotes } from './banner-notes.ts';

/** Words of the banner in the page's language: those the CMS has stand in where it left one empty. */
export interface BannerTexts {
  title: string;
  description: string;
  acceptAll: string;
  rejectAll: string;
  customize: string;
  close: string;
  /** Under the text where the law is opt-out, while something optional is on. */
  optOutNote: string;
  /** Under the text where the law asks for a notice only, while something optional is on. */
  noticeNote: string;
  /** Under the text where something has changed since an earlier decision. */
  changedNote: string;
  /** Before who asks for consent. */
  controller: string;
  /** Before the names of the categories that are asked for. */
  purposes: string;
  /** Before the number of those who take part. */
  thirdParties: string;
  /** Before the name of the button that opens the preferences. */
  withdraw: string;
  manage: string;
  privacyPolicy: string;
  cookiePolicy: string;
}

export interface BannerInput {
  /** What editors wrote; undefined while no configuration is known. */
  banner: ConsentBannerConfig | undefined;
  /** What consent has to know; a banner made for one visitor says nothing of it where it is missing. */
  facts?: BannerFacts | undefined;
  model: ConsentModel;
  /** What is true for whom it is made for: `bannerNotes` says it. */
  notes: readonly BannerNote[];
  texts: BannerTexts;
  /** Below which the site's own routes are. */
  basePath: string;
  /** Their addresses end in a slash. */
  trailingSlash?: boolean;
  /** The page that a decision without JavaScript returns to. */
  returnTo: string;
  /** The page's language, which the form takes along without JavaScript. */
  locale?: string | null;
  /** The page is made for one visitor, to whom the banner is due. */
  due: boolean;
  /** The direction of `texts`, where it has to be said. */
  direction?: 'ltr' | 'rtl' | undefined;
  /** The language of `texts`, where it is not the page's. */
  language?: string | undefined;
  /** The language of what editors wrote, where it is another one. */
  bannerLanguage?: string | undefined;
  /** What the site's router wants said on a form that leaves the page. */
  formAttributes?: Attributes | undefined;
  /** Its form decides for a preview alone. */
  preview?: boolean;
}

/** The banner as HTML. The site and the admin's preview both take it from here: an editor sees what visitors will see. */
export function bannerHtml(input: BannerInput): string {
  return toHtml(bannerElement(input));
}

/** The banner: a region that blocks nothing, and a plain form without JavaScript (I1, I6). */
export function bannerElement(input: BannerInput): Element {
  const { model } = input;
  return [
    'section',
    {
      // Programs that look for banners, and the site's own styles, look for these first.
      id: 'consent-banner',
      class: 'consent-banner',
      'data-consent-banner': true,
      'consent-own': true,
      'data-model': model,
      'data-position': input.banner?.position ?? 'bottom',
      'data-view': input.due && 'banner',
      'aria-labelledby': 'pc-banner-title',
      lang: input.language,
      dir: input.direction,
    },
    [
      'form',
      { ...input.formAttributes, method: 'post', action: routeOf(input, 'decide') },
      ['input', { type: 'hidden', name: 'return', value: input.returnTo }],
      input.locale && ['input', { type: 'hidden', name: 'locale', value: input.locale }],
      input.preview && ['input', { type: 'hidden', name: 'preview', value: 'true' }],
      ['div', { 'data-consent-part': 'text' }, ...words(input)],
      ['div', { 'data-consent-part': 'actions' }, ...buttons(input)],
    ],
  ];
}

function words(input: BannerInput): Markup[] {
  const { banner, texts } = input;
  return [
    wordsOf(input, 'h2', { id: 'pc-banner-title' }, banner?.title, texts.title),
    wordsOf(input, 'p', {}, banner?.description, texts.description),
    note(input, 'opt-out', banner?.notes?.optOut, texts.optOutNote),
    note(input, 'notice', banner?.notes?.notice, texts.noticeNote),
    note(input, 'changed', banner?.notes?.changed, texts.changedNote),
    factsOf(input),
    documentLinks(input),
  ];
}

function buttons(input: BannerInput): Markup[] {
  const { banner, model, texts } = input;
  const labels = banner?.labels;
  const button = (
    value: string,
    action: string,
    hidden: boolean,
    label: string | undefined,
    builtIn: string,
  ) =>
    wordsOf(
      input,
      'button',
      { name: 'action', value, class: `consent-${action}`, 'data-consent-action': action, hidden },
      label,
      builtIn,
    );
  const rejectsAll = banner?.showRejectAll ?? true;
  const dismiss = button('dismiss', 'close', false, labels?.close, texts.close);
  const customize = wordsOf(
    input,
    'button',
    {
      formmethod: 'get',
      formaction: routeOf(input, 'preferences'),
      class: 'consent-customize',
      'data-consent-action': 'customize',
    },
    labels?.customize,
    texts.customize,
  );
  return [
    button('reject-all', 'reject-all', !rejectsAll, labels?.rejectAll, texts.rejectAll),
    button('accept-all', 'accept-all', model !== 'opt-in', labels?.acceptAll, texts.acceptAll),
    // Under opt-in a cross in the corner: whoever goes from button to button comes to it last (WCAG 2.4.3).
    ...(model === 'opt-in' ? [customize, dismiss] : [dismiss, customize]),
  ];
}

const routeOf = ({ basePath, trailingSlash }: BannerInput, route: string) =>
  `${basePath}/${route}${trailingSlash ? '/' : ''}`;

/** An element with what editors wrote, in their language, else with the built-in words. */
function wordsOf(
  { bannerLanguage }: BannerInput,
  tag: string,
  attributes: Attributes,
  written: string | undefined,
  builtIn: string,
): Element {
  // Of a direction nobody knows here the browser judges by the text.
  const foreign = written && bannerLanguage ? { lang: bannerLanguage, dir: 'auto' } : {};
  return [tag, { ...attributes, ...foreign }, written || builtIn];
}

/** A page that is the same for all keeps a place for each note: what holds for its visitor comes later. */
function note(input: BannerInput, part: BannerNote, written: string | undefined, builtIn: string): Markup {
  const holds = input.notes.includes(part);
  return (
    (holds || !input.due) &&
    wordsOf(input, 'p', { 'data-consent-part': part, hidden: !holds }, written, builtIn)
  );
}

/** In one line each, so that it reads well in every language and with every number. */
function factsOf({ banner, facts, texts, due }: BannerInput): Markup {
  if (!facts && due) return false;
  const fact = (name: string, label: string, value = ''): Markup =>
    (value || !due) && ['span', {}, `${label}: `, ['b', { 'data-consent-fact': name }, value]];
  return [
    'p',
    { 'data-consent-part': 'facts' },
    fact('controller', texts.controller, facts?.controller),
    fact('purposes', texts.purposes, facts?.purposes),
    fact('thirdParties', texts.thirdParties, facts?.thirdParties),
    fact('withdraw', texts.withdraw, banner?.labels.manage || texts.manage),
  ];
}

/**
 * What an editor typed is a link only where it leads somewhere and runs nothing. A page that is the same for all keeps
 * a place for each: its visitor's configuration may be newer.
 */
function documentLinks({ banner, texts, due }: BannerInput): Markup {
  const { privacy, cookies } = banner?.links ?? {};
  const link = (key: string, href: string | undefined, name: string): Markup => {
    const safe = href && isLoadableAddress(href) ? href : undefined;
    return (safe || !due) && ['a', { 'data-consent-link': key, href: safe, hidden: !safe }, name];
  };
  const links = [
    link('privacy', privacy, texts.privacyPolicy),
    link('cookies', cookies, texts.cookiePolicy),
  ].filter(Boolean);
  return links.length > 0 && ['p', { 'data-consent-part': 'links' }, ...links];
}
