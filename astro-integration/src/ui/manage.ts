import site from 'virtual:consent/site';
import type { InterfaceTexts } from '@permesso/consent-core/texts';
import { escapeHtml, honorsGpc } from '@permesso/consent-core/ui';
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
  const spoken = (isWritten: unknown) => {
    const tag = isWritten ? (foreign ?? lang) : lang;
    return tag ? ` lang="${escapeHtml(tag)}" dir="auto"` : '';
  };
  const labels = config?.banner.labels;
  const returns = site.routes && config?.enabled !== false;
  const form = '<form data-astro-reload method="get" data-consent-part="manage"';
  const action = escapeHtml(routeAddress('preferences'));
  const localeField = locale ? `<input type="hidden" name="locale" value="${escapeHtml(locale)}">` : '';
  const button = `${returns ? '"' : ''}><button type="${returns ? 'submit' : 'button'}" data-consent-manage`;
  const label = escapeHtml(labels?.manage || texts.manage);
  const closing =
    `</button><span data-consent-part="gpc"${honored ? ' data-honored="true"' : ''} role="status"${spoken(labels?.gpcHonored)}>` +
    `${escapeHtml(labels?.gpcHonored || texts.gpcHonored)}</span></form>`;
  return {
    start: unescapeHTML(
      returns ? `${form} action="${action}">${localeField}<input type="hidden" name="return" value="` : form,
    ),
    returns,
    // What the site puts there is in the page's own language.
    opening: unescapeHTML(`${button}>`),
    closing: unescapeHTML(closing),
    rest: unescapeHTML(`${button}${spoken(labels?.manage)}>${label}${closing}`),
  };
}
