import { dialogTexts, toHtml } from '@permesso/consent-core/ui';
import { unescapeHTML } from 'astro/runtime/server/index.js';
import type { ConsentLocals } from '../server/locals.ts';
import { type ComponentPage, keyOf, type OwnTexts, perConfig } from './page.ts';
import { pageTexts } from './page-texts.ts';
import { speechOn } from './site-texts.ts';

const written = perConfig<unknown>();

/** The dialog of the preferences, with what its script cannot know by itself; nothing where it has no place. */
export function preferencesDialog({ consent }: ComponentPage, own: OwnTexts): unknown {
  // Without a configuration this visitor gets no interface; a page made for all may get one in the browser.
  if (!consent || (consent.visitor && !consent.config?.enabled)) return '';
  const { visitor, view, locale, payload } = consent;
  const key = `${visitor}|${view}|${locale}|${payload.key}|${payload.base}|${keyOf(own)}`;
  return written(consent, key, () => dialog(consent, own));
}

function dialog(consent: ConsentLocals, own: OwnTexts): unknown {
  const { texts, dir, lang } = speechOn(consent, own);
  const html = toHtml([
    'dialog',
    {
      'data-consent-preferences': true,
      'consent-own': true,
      'data-texts': dialogTexts(consent.config?.banner, texts),
      lang,
      dir,
    },
  ]);
  const told = pageTexts(consent);
  return unescapeHTML(html.replace(/(?=<\/dialog>$)/, () => told));
}
