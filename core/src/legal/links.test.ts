import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLegalMarkdown } from './markdown.ts';

const html = (markdown: string) =>
  parseLegalMarkdown(markdown)
    .map((node) => (node.type === 'html' ? node.html : ''))
    .join('');

describe('links of legal pages', () => {
  it.each([
    '[a](javascript:alert(1))',
    '[a](<java\tscript:alert(1)>)',
    '[a](&#106;avascript:alert(1))',
    '[a](javascript&colon;alert(1))',
    '[a](JAVASCRIPT:alert(1))',
    '[a]\n\n[a]: javascript:alert(1)',
    '[a][b]\n\n[b]: <data:text/html,x>',
    '<javascript:alert(1)>',
    '![a](data:image/svg+xml,x)',
    '![a](javascript:alert(1))',
    '[![a](x.png)](vbscript:x)',
    '[a](\u0000javascript:alert(1))',
    '[a](javascript\\:alert(1))',
  ])('H2: shows the text of %j without a link', (markdown) => {
    expect(html(markdown)).not.toMatch(/(?:href|src)="(?!x\.png)/);
  });

  it('H2: writes no attribute that a browser reads as another scheme, whatever is typed', () => {
    const pieces = fc.constantFrom(
      'javascript',
      'java',
      'script',
      ':',
      '&colon;',
      '&#58;',
      '&#x3A',
      '&Tab;',
      '\t',
      ' ',
      '\u0000',
      '&#0;',
      'data',
      'DATA',
      '&#100;',
      'http',
      '/',
      '\\',
      '<',
      '>',
      '"',
      '(',
      ')',
      '[',
      ']',
      '&amp;',
      '&',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const address = parts.join('');
        const out = html(`[text](${address}) ![image](${address}) <${address}>\n\n[r]: ${address}\n\n[r]`);
        for (const [, value = ''] of out.matchAll(/(?:href|src)="([^"]*)"/g)) {
          // biome-ignore lint/suspicious/noControlCharactersInRegex: what a URL parser strips
          const read = decodeAttribute(value).replace(/^[\u0000-\u0020]+|[\t\n\r]/g, '');
          const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(read)?.[1]?.toLowerCase();
          expect(['http', 'https', 'mailto', 'tel', undefined]).toContain(scheme);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

/** Reads an attribute value as the HTML standard does, for the references used above. */
function decodeAttribute(value: string): string {
  return value.replace(
    /&(?:#x([0-9a-f]+);?|#(\d+);?|(colon|Tab|amp|quot|lt|gt);)/gi,
    (_, hex, decimal, name) => {
      if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
      if (decimal) return String.fromCodePoint(Number(decimal));
      return { colon: ':', Tab: '\t', amp: '&', quot: '"', lt: '<', gt: '>' }[name as string] ?? '';
    },
  );
}
