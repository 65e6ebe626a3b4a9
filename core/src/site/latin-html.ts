/** More of them are a language that has such letters: its page is text of two bytes a letter anyway, and would only grow. */
const FEW = 16;

const NOT_LATIN = /[^\0-\xff]/gu;

/**
 * HTML with character references in place of a few signs beyond Latin-1, as a typographic quote or an ellipsis: a single one would have a
 * server keep and encode the whole page as text of two bytes a letter. Not for HTML whose scripts or styles have such signs, which read no
 * references.
 */
export function latinHtml(html: string): string {
  const found = html.match(NOT_LATIN);
  if (!found || found.length > FEW) return html;
  return rewritten(html.replace(NOT_LATIN, (sign) => `&#${sign.codePointAt(0)};`));
}

/** The same text, made anew: engines keep what is cut from or replaced in text of two bytes a letter as such, whatever is left in it. */
const rewritten = (text: string) => new TextDecoder().decode(new TextEncoder().encode(text));
