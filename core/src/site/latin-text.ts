/**
 * What the site writes into a page is text of Latin-1 wherever that can be: a single letter beyond it has a server keep and encode the
 * whole page as text of two bytes a letter.
 */

/** More of them are a language that has such letters: its page is text of two bytes a letter anyway, and would only grow. */
const FEW = 16;

const NOT_LATIN = /[^\0-\xff]/gu;

/**
 * HTML with character references in place of a few signs beyond Latin-1, as a typographic quote or an ellipsis. Not for HTML whose scripts
 * or styles have such signs, which read no references.
 */
export function latinHtml(html: string): string {
  const found = html.match(NOT_LATIN);
  if (!found || found.length > FEW) return html;
  return madeAnew(html.replace(NOT_LATIN, (sign) => `&#${sign.codePointAt(0)};`));
}

/** JSON with escapes in place of all that is beyond Latin-1. */
export function latinJson(value: unknown): string {
  const json = JSON.stringify(value);
  return /[\u0100-\uffff]/.test(json) ? madeAnew(json.replace(/[\u0100-\uffff]/g, escaped)) : json;
}

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** The same text. Engines keep what is replaced in text of two bytes a letter, or cut from it, as such, whatever letters are left. */
const madeAnew = (text: string) => new TextDecoder().decode(new TextEncoder().encode(text));
