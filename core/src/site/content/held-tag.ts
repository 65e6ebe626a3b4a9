/** Start tags whose addresses are put aside, in the attributes that the page's runtime serves (`page/declared-markup.ts`). */
import type { ConsentExpr } from '../../contract/config.ts';
import { PARTYTOWN } from '../../contract/partytown.ts';
import { escapeHtml } from '../../contract/safe-html.ts';
import { withoutAddresses } from './css-addresses.ts';
import { attributeOf, HELD, HELD_CSS, type Loading } from './loading-attributes.ts';
import { Needs } from './owners.ts';
import type { Attribute, StartTag } from './tag-report.ts';

const CATEGORY = 'data-consent-category';

/** The names of attributes that the runtime gives back, beside `src`. */
const LIST = 'data-consent-held';

/** The same of those that it has given back, which it takes again: what stands under these names would change places with what is held. */
const GIVEN = 'data-consent-given';

/** Says that the document of a frame was held here. Not `data-`: sanitizers leave such attributes in what visitors write. */
const OWN = 'consent-own';

export const expressionText = (expression: ConsentExpr): string =>
  typeof expression === 'string' ? expression : JSON.stringify(expression);

/** Where these load, they act on the whole page at once: nobody could take that back, so it does not come back either. */
const FOR_GOOD = new Set(['base', 'meta', 'html', 'body', 'frame', 'frameset']);

const CODE = /^$|^(module|importmap|speculationrules|webbundle)$|^(text|application)\/.*script[\d.]*$/;

/** Whether a script runs, or would once it is granted: all others are blocks of data. */
export function isCodeTag(tag: StartTag): boolean {
  if (tag.name !== 'script') return false;
  const type = typeOf(tag);
  return CODE.test(type) || type === PARTYTOWN || (type === 'text/plain' && has(tag, CATEGORY));
}

const typeOf = (tag: StartTag): string => attributeOf(tag, 'type').split(';', 1)[0]!.trim().toLowerCase();

/** Whether a script is loaded, so that nobody runs its text: by the address that counts for it, or by the one that a held one gets back. */
export function isExternalScript(tag: StartTag): boolean {
  const names = tag.isForeign ? ['href', 'xlink:href'] : ['src', ...(isInert(tag) ? [`${HELD}src`] : [])];
  return names.some((name) => attributeOf(tag, name));
}

const isInert = (tag: StartTag) => attributeOf(tag, 'type').trim().toLowerCase() === 'text/plain';

/**
 * The tag with what loads put aside; null where it is so already.
 *
 * @param isCode whether it is a script that would run
 */
export function heldTag(
  tag: StartTag,
  loading: readonly Loading[],
  needs: Needs,
  isCode = false,
): string | null {
  const category = expressionText(categoryOf(loading, needs, isCode));
  const isAsked = !has(tag, CATEGORY) || attributeOf(tag, CATEGORY) === category;
  const live = loading.filter(({ attribute }) => !attribute.name.startsWith(HELD));
  const isPlain = attributeOf(tag, 'type').toLowerCase() === 'text/plain';
  if (live.length === 0 && isAsked && (!isCode || isPlain) && !has(tag, GIVEN)) return null;
  const attributes = attributesOf(tag);
  attributes.delete(GIVEN);
  const given = live.map((one) => putAside(attributes, one)).filter((name) => name && name !== 'src');
  if (isCode && !isPlain) {
    const type = attributes.get('type');
    // As the runtime knows it, which waits for none of them.
    if (type) attributes.set('data-type', typeOf(tag) === PARTYTOWN ? PARTYTOWN : type);
    attributes.set('type', 'text/plain');
  }
  const comesBack = isCode || live.some((one) => !one.isCode) || has(tag, CATEGORY);
  if (comesBack && !FOR_GOOD.has(tag.name)) {
    attributes.set(CATEGORY, category);
    if (given.length > 0) attributes.set(LIST, given.join(' '));
    if (given.includes('srcdoc')) attributes.set(OWN, '');
  } else attributes.delete(CATEGORY);
  return withAttributes(tag, listOf(attributes));
}

/** The tag of a style that holds what it was. */
export function heldStyle(tag: StartTag, css: string, needs: Needs): string {
  const attributes = attributesOf(tag);
  attributes.set(HELD_CSS, css);
  attributes.set(CATEGORY, expressionText(needs.expression));
  attributes.set(LIST, 'css');
  return withAttributes(tag, listOf(attributes));
}

const attributesOf = ({ attributes }: StartTag) =>
  new Map(attributes.map(({ name, value }) => [name, value]));

const listOf = (attributes: Map<string, string>) => [...attributes].map(([name, value]) => ({ name, value }));

/** Handlers are held for good: what else an element loads does not wait for what they need. */
function categoryOf(loading: readonly Loading[], needs: Needs, isScript: boolean): ConsentExpr {
  const served = loading.filter(({ isCode }) => !isCode);
  if (isScript || served.length === 0) return needs.expression;
  const own = new Needs();
  for (const one of served) own.add(one.needs);
  return own.expression;
}

/** Renames an attribute; says under which name it comes back, if it does. */
function putAside(attributes: Map<string, string>, { attribute, css, isCode }: Loading): string | null {
  const { name, value } = attribute;
  if (css) {
    attributes.set(name, withoutAddresses(value, css));
    attributes.set(`${HELD}${name}`, value);
    return name;
  }
  attributes.delete(name);
  // Of two addresses the one without a namespace counts.
  const plain = name === 'xlink:href' ? 'href' : name;
  if (plain !== name && (attributes.has(plain) || attributes.has(`${HELD}${plain}`))) return null;
  attributes.set(`${HELD}${plain}`, value);
  return isCode ? null : plain;
}

const has = (tag: StartTag, name: string) => tag.attributes.some((attribute) => attribute.name === name);

/** A start tag with other attributes. No value of it can end it, however it is read. */
export function withAttributes({ name, selfClosing }: StartTag, attributes: readonly Attribute[]): string {
  const written = attributes.map((attribute) => ` ${attribute.name}="${escapeHtml(attribute.value)}"`);
  return `<${name}${written.join('')}${selfClosing ? ' /' : ''}>`;
}
