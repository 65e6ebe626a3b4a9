import type { ConsentBannerConfig, ConsentModel } from '../contract/config.ts';
import { escapeHtml } from '../legal/escape.ts';
import { isSafeHref } from '../legal/links.ts';

/** Words of the banner in the page's language: those the CMS has stand in where it left one empty. */
export interface BannerTexts {
  title: string;
  description: string;
  acceptAll: string;
  rejectAll: string;
  customize: string;
  close: string;
  /** Under the text where the law is opt-out. */
  optOutNote: string;
  /** Under the text where the law asks for a notice only: all is granted until it is refused. */
  noticeNote: string;
  /** Under the text when an earlier decision has to be confirmed. */
  changedNote: string;
  privacyPolicy: string;
  cookiePolicy: string;
}

export interface BannerInput {
  /** What editors wrote; undefined while no configuration is known. */
  banner: ConsentBannerConfig | undefined;
  model: ConsentModel;
  /** An earlier decision is stale. */
  stale: boolean;
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
  direction: 'ltr' | 'rtl';
  /** The language of `texts`, where it is not the page's. */
  language?: string | undefined;
  /** The language of what editors wrote, where it is another one. */
  bannerLanguage?: string | undefined;
}

/**
 * The banner as HTML: a region that blocks nothing, and a plain form without JavaScript (I1, I6). The site and the
 * admin's preview both take it from here, so that an editor sees what visitors will see.
 */
export function bannerHtml(input: BannerInput): string {
  const { banner, model, texts } = input;
  const { labels, title, description, position = 'bottom', showRejectAll = true } = banner ?? {};
  const named = (name: string, value: string | false) =>
    value === false ? '' : ` ${name}="${escapeHtml(value)}"`;
  const address = (route: string) => `${input.basePath}/${route}${input.trailingSlash ? '/' : ''}`;
  const hidden = (isHidden: boolean) => (isHidden ? ' hidden' : '');
  // Of a direction nobody knows here the browser judges by the text.
  const foreign = input.bannerLanguage ? `${named('lang', input.bannerLanguage)} dir="auto"` : '';
  /** The end of a start tag and its text: what editors wrote in their language, else the built-in words. */
  const said = (written: string | undefined, builtIn: string) =>
    `${written ? foreign : ''}>${escapeHtml(written || builtIn)}`;
  const button = (
    value: string,
    action: string,
    label: string | undefined,
    builtIn: string,
    isHidden = false,
  ) =>
    `<button name="action" value="${value}" data-consent-action="${action}"${hidden(isHidden)}${said(label, builtIn)}</button>`;
  const dismiss = button('dismiss', 'close', labels?.close, texts.close);
  const customize =
    `<button formmethod="get"${named('formaction', address('preferences'))} data-consent-action="customize"` +
    `${said(labels?.customize, texts.customize)}</button>`;
  // A page that is the same for all keeps a place for each: what holds for its visitor comes later.
  const note = (part: string, holds: boolean, text: string) =>
    holds || !input.due ? `<p data-consent-part="${part}"${hidden(!holds)}>${escapeHtml(text)}</p>` : '';
  return (
    `<section data-consent-banner consent-own data-model="${model}"${named('data-position', position)}` +
    `${named('data-view', input.due && 'banner')} aria-labelledby="pc-banner-title"` +
    `${named('lang', input.language ?? false)}${named('dir', input.direction === 'rtl' && 'rtl')}>` +
    `<form data-astro-reload method="post"${named('action', address('decide'))}>` +
    `<input type="hidden" name="return"${named('value', input.returnTo)}>` +
    (input.locale ? `<input type="hidden" name="locale"${named('value', input.locale)}>` : '') +
    '<div data-consent-part="text">' +
    `<h2 id="pc-banner-title"${said(title, texts.title)}</h2>` +
    `<p${said(description, texts.description)}</p>` +
    note('opt-out', model === 'opt-out', texts.optOutNote) +
    note('notice', model === 'notice', texts.noticeNote) +
    note('changed', input.stale, texts.changedNote) +
    `${documentLinks(input)}</div>` +
    '<div data-consent-part="actions">' +
    button('reject-all', 'reject-all', labels?.rejectAll, texts.rejectAll, !showRejectAll) +
    button('accept-all', 'accept-all', labels?.acceptAll, texts.acceptAll, model !== 'opt-in') +
    // Under opt-in a cross in the corner: whoever goes from button to button comes to it last (WCAG 2.4.3).
    (model === 'opt-in' ? customize + dismiss : dismiss + customize) +
    '</div></form></section>'
  );
}

/**
 * What an editor typed is a link only where it leads somewhere and runs nothing. A page that is the same for all keeps
 * a place for each: its visitor's configuration may be newer.
 */
function documentLinks({ banner, texts, due }: BannerInput): string {
  const { privacy, cookies } = banner?.links ?? {};
  const link = (key: string, href: string | undefined, name: string) => {
    const safe = href && isSafeHref(href);
    if (!safe && due) return '';
    const leads = safe ? `href="${escapeHtml(href)}"` : 'hidden';
    return `<a data-consent-link="${key}" ${leads}>${escapeHtml(name)}</a>`;
  };
  const links = link('privacy', privacy, texts.privacyPolicy) + link('cookies', cookies, texts.cookiePolicy);
  return links && `<p data-consent-part="links">${links}</p>`;
}
