import { unescapeHTML } from 'astro/runtime/server/index.js';
import type { InterfaceTexts } from '../i18n/index.ts';
import type { ConsentLocals } from '../server/locals.ts';
import { escapeHtml } from './markup.ts';
import { type ComponentPage, consentOn, ownTexts, pathOf } from './page.ts';
import { honorsGpc } from './preferences-form.ts';
import { textsFor } from './site-texts.ts';

/** The button's form as HTML, around the button's text, for which a slot may stand. */
export interface ManageForm {
  before: unknown;
  label: unknown;
  after: unknown;
}

/** The form around what differs from page to page: where it returns to. Without an action nothing returns. */
interface Parts {
  start: string;
  rest: string;
  returns: boolean;
  label: unknown;
  after: unknown;
}

/** Where no configuration is known, a page made for all has the button all the same. */
const nowhere = {};

const written = new WeakMap<object, Map<string, Parts>>();

/** The form that opens the preferences, or null where there is nothing to manage. Written once for all who see the same. */
export function manageForm(page: ComponentPage): ManageForm | null {
  const consent = consentOn(page);
  if (!consent || !(consent.config || !consent.visitor)) return null;
  const { start, rest, returns, label, after } = partsFor(consent, ownTexts(page));
  return { before: unescapeHTML(returns ? start + escapeHtml(pathOf(page)) + rest : start), label, after };
}

function partsFor(consent: ConsentLocals, own: Partial<InterfaceTexts> | undefined): Parts {
  const { config, locale, basePath, resolved } = consent;
  let known = written.get(config ?? nowhere);
  if (!known) {
    known = new Map();
    written.set(config ?? nowhere, known);
  }
  const honored = config?.enabled === true && honorsGpc(resolved, config);
  const key = `${locale}|${honored}|${basePath}|${own ? JSON.stringify(own) : ''}`;
  let parts = known.get(key);
  if (!parts) {
    parts = write(consent, honored, own);
    known.set(key, parts);
  }
  return parts;
}

function write(
  { config, locale, basePath }: ConsentLocals,
  honored: boolean,
  own?: Partial<InterfaceTexts>,
): Parts {
  const texts = textsFor(locale, own);
  const labels = config?.banner.labels;
  // The page without JavaScript exists only where consent is on and the site has routes of its own.
  const returns = config?.enabled !== false;
  const form = '<form data-consent-part="manage" method="get"';
  const button = (type: string) => `<button type="${type}" data-consent-manage>`;
  return {
    returns,
    start: returns
      ? `${form} action="${escapeHtml(basePath)}/preferences"><input type="hidden" name="return" value="`
      : `${form}>${button('button')}`,
    rest: `">${button('submit')}`,
    label: unescapeHTML(escapeHtml(labels?.manage || texts.manage)),
    after: unescapeHTML(
      `</button><span data-consent-part="gpc"${honored ? ' data-honored="true"' : ''} role="status">` +
        `${escapeHtml(labels?.gpcHonored || texts.gpcHonored)}</span></form>`,
    ),
  };
}
