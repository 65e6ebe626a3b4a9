import { TokenType, tokenize } from '@csstools/css-tokenizer';

/**
 * Finds the addresses in a text of CSS: of every `url()`, and of every string, for `@import`, `image-set()` and custom properties take
 * strings as well. Escapes are read as a browser reads them.
 */
export interface CssAddress {
  /** Where the token stands in the text. */
  start: number;
  end: number;
  address: string;
  /** A string token, in quotes; else all of `url(…)`. */
  quoted: boolean;
  /** What `@import` takes for a style sheet, whatever it says that it is. */
  imported: boolean;
}

export function cssAddresses(css: string): CssAddress[] {
  const found: CssAddress[] = [];
  let imported = false;
  for (const [type, , start, last, data] of tokenize({ css })) {
    if (type === TokenType.AtKeyword) imported = data.value.toLowerCase() === 'import';
    if (type !== TokenType.String && type !== TokenType.URL) continue;
    found.push({ start, end: last + 1, address: data.value, quoted: type === TokenType.String, imported });
    // What follows it says when it counts.
    imported = false;
  }
  return found;
}

/** The same text with other addresses in place of some: each becomes one that loads nothing. */
export function withoutAddresses(css: string, gone: readonly CssAddress[]): string {
  let text = '';
  let from = 0;
  for (const { start, end, quoted } of gone) {
    text += css.slice(from, start) + (quoted ? '"data:,"' : 'url(data:,)');
    from = end;
  }
  return text + css.slice(from);
}
