import type { Presentation } from '@permesso/consent-core';
import { directionOf, languageOf } from '@permesso/consent-core/texts';
import { bannerStyle } from '@permesso/consent-core/ui';
import { type RebuiltBanner, rebuiltBannerHtml } from '../../../server/src/records/rebuilt-banner';
import { framedPage } from '../framed-page';

export interface BannerLook extends RebuiltBanner {
  scheme: 'light' | 'dark';
}

/** A page with the banner as the site writes it, from the same markup, words and styles. Nothing in it can be used. */
export function bannerPreviewPage({ scheme, ...look }: BannerLook): string {
  const { locale } = look;
  return framedPage({
    lang: locale,
    root: ` dir="${directionOf(languageOf(locale))}" data-consent-ui="banner" data-scheme="${scheme}"`,
    css: SURROUNDINGS + bannerStyle,
    body: `<body inert><main>${'<p></p>'.repeat(4)}</main>${rebuiltBannerHtml(look)}</body>`,
  });
}

/** A page with a banner, or preferences, that a site has handed over. Nothing in it can be used. */
export function presentedPage(
  html: string,
  { style, locale }: Pick<Presentation, 'style' | 'locale'>,
): string {
  return framedPage({
    lang: locale,
    root: ` dir="${directionOf(languageOf(locale))}" data-consent-ui="banner" data-scheme="light"`,
    css: SURROUNDINGS + style,
    body: `<body inert><main>${'<p></p>'.repeat(4)}</main>${html}</body>`,
  });
}

/** A page that says nothing, so that all eyes are on the banner. */
const SURROUNDINGS = `
  :root { --consent-color-scheme: light; --line: #e4e9ef; background: #f7f9fb; font: 16px/1.5 system-ui, sans-serif; }
  :root[data-scheme="dark"] { --consent-color-scheme: dark; --line: #232c38; background: #0e131a; }
  :root::after { display: none !important; }
  body { margin: 0; overflow: hidden; }
  main { display: grid; gap: 1rem; padding: 2.5rem 8%; }
  main p { margin: 0; block-size: 1.25rem; border-radius: 0.5rem; background: var(--line); }
  main p:first-child { block-size: 3rem; inline-size: 45%; }
  main p:last-child { inline-size: 70%; }
`;
