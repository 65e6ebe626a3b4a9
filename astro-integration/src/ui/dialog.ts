import { unescapeHTML } from 'astro/runtime/server/index.js';
import { directionOf } from '../i18n/index.ts';
import { dialogTexts } from './dialog-texts.ts';
import { toHtml } from './markup.ts';
import { type ComponentPage, consentOn, ownTexts } from './page.ts';
import { pageTexts } from './page-texts.ts';
import { textsFor } from './site-texts.ts';

/** The dialog of the preferences, with what its script cannot know by itself; nothing where it has no place. */
export function preferencesDialog(page: ComponentPage): unknown {
  const consent = consentOn(page);
  // Without a configuration this visitor gets no interface; a page made for all may get one in the browser.
  if (!consent || (consent.visitor && !consent.config?.enabled)) return '';
  const texts = dialogTexts(consent.config?.banner, textsFor(consent.locale, ownTexts(page)));
  const rtl = directionOf(consent.locale ?? undefined) === 'rtl';
  const told = pageTexts(consent);
  if (texts === undefined && !rtl && !told) return plain;
  return unescapeHTML(dialog(texts, rtl).replace(/(?=<\/dialog>$)/, () => told));
}

const dialog = (texts: string | undefined, rtl: boolean): string =>
  toHtml(['dialog', { 'data-consent-preferences': true, 'data-texts': texts, dir: rtl ? 'rtl' : undefined }]);

/** What most pages have. */
const plain: unknown = unescapeHTML(dialog(undefined, false));
