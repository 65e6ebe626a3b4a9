import { en } from '../texts/en.ts';
import type { InterfaceTexts } from '../texts/interface-texts.ts';
import { bannerElement } from '../ui/banner.ts';
import { toDom } from '../ui/markup.ts';
import { dialogTexts } from '../ui/preferences-texts.ts';
import { bannerStyle } from '../ui/styles.ts';
import { page } from './page-state.ts';
import type { ConsentStore } from './store.ts';
import { styleSheet } from './style-sheet.ts';

/** The words of a built-in language, as the file of its name has them. */
export interface InterfaceLanguage {
  tag: string;
  direction: 'ltr' | 'rtl';
  texts: InterfaceTexts;
}

const ENGLISH: InterfaceLanguage = { tag: 'en', direction: 'ltr', texts: en.interface };

const dress = styleSheet(bannerStyle);

/** Puts the banner and the dialog of the preferences into a page whose server writes none; once. */
export async function makeInterface(store: ConsentStore, locale: string): Promise<void> {
  if (document.querySelector('[data-consent-banner]')) return;
  const { tag, direction, texts } = await languageFor(locale || store.config.locale);
  const { config } = store;
  const isForeign = tag !== (document.documentElement.lang || tag);
  const lang = isForeign ? tag : undefined;
  dress();
  document.body.prepend(
    toDom(
      bannerElement({
        banner: config.banner,
        model: store.getState().model,
        notes: [],
        texts,
        basePath: '',
        returnTo: '',
        // It keeps a place for everything: what holds for its visitor, `keepBanner` writes there.
        due: false,
        direction,
        language: lang,
      }),
    ),
  );
  document.body.append(
    toDom([
      'dialog',
      {
        'data-consent-preferences': true,
        'consent-own': true,
        'data-texts': dialogTexts(config, texts),
        lang: tag,
        dir: direction,
      },
    ]),
  );
}

/** The language that serves a locale best: `de` for `de-AT`, English where there is none. */
async function languageFor(locale: string): Promise<InterfaceLanguage> {
  const subtags = locale.replaceAll('_', '-').toLowerCase().split('-');
  for (; subtags.length > 0 && subtags[0] !== ENGLISH.tag; subtags.pop()) {
    try {
      const response = await fetch(`${page().files}texts/${subtags.join('-')}.json`);
      if (response.ok) return await response.json();
    } catch {
      // As where there is no such file.
    }
  }
  return ENGLISH;
}
