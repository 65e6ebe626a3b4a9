import site from 'virtual:consent/site';
import type { InterfaceTexts } from '@permesso/consent-core/texts';
import { honorsGpc, manageButton, toHtml } from '@permesso/consent-core/ui';
import { unescapeHTML } from 'astro/runtime/server/index.js';
import type { ConsentLocals } from '../server/locals.ts';
import { routeAddress } from '../server/route-address.ts';
import { type ComponentPage, keyOf, type OwnTexts, pathOf, perConfig } from './page.ts';
import { speechOn } from './site-texts.ts';

/** The form around what differs from page to page: where it returns to, and a text of the page's own. */
interface Parts {
  start: unknown;
  /** Whether the page's path stands behind the start. */
  returns: boolean;
  /** Up to the button's text, and from there on. */
  opening: unknown;
  closing: unknown;
  /** Both, around the text that is ours. */
  rest: unknown;
}

const partsOf = perConfig<Parts>();

/**
 * The form that opens the preferences, or nothing where there is nothing to manage. Without JavaScript it leads to the
 * preferences page, which exists only where consent is on and the site has routes of its own.
 *
 * @param slotted stands in for the button's text
 */
export function manageForm(page: ComponentPage, own: OwnTexts, slotted: unknown): unknown {
  const { consent } = page;
  if (!consent || !(consent.config || !consent.visitor)) return '';
  const { config, locale, resolved } = consent;
  const honored = config !== null && honorsGpc(resolved, config);
  const key = `${locale}|${honored}|${keyOf(own)}`;
  const { start, returns, opening, closing, rest } = partsOf(consent, key, () =>
    write(consent, honored, own),
  );
  const path = returns && pathOf(page);
  return slotted ? [start, path, opening, slotted, closing] : [start, path, rest];
}

function write(consent: ConsentLocals, honored: boolean, own?: Partial<InterfaceTexts>): Parts {
  const { config, locale } = consent;
  const { texts, lang, foreign } = speechOn(consent, own);
  const returns = site.routes && config?.enabled !== false;
  const html = (label?: string) =>
    toHtml(
      manageButton({
        banner: config?.banner,
        texts,
        honorsGpc: honored,
        page: returns ? { address: routeAddress('preferences'), returnTo: RETURN, locale } : undefined,
        label,
        language: lang,
        bannerLanguage: foreign,
        formAttributes: { 'data-astro-reload': true },
      }),
    );
  const [start = '', rest = ''] = returns ? html().split(RETURN) : ['', html()];
  const [, slotted = ''] = returns ? html(SLOT).split(RETURN) : ['', html(SLOT)];
  const [opening = '', closing = ''] = slotted.split(SLOT);
  return {
    start: unescapeHTML(start),
    returns,
    opening: unescapeHTML(opening),
    closing: unescapeHTML(closing),
    rest: unescapeHTML(rest),
  };
}

/** Stand where the page's path goes, and a text of the page's own. */
const RETURN = '\u0000';
const SLOT = '\u0001';
