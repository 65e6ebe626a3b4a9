import { describe, expect, it } from 'vitest';
import { findPlaceholders, lintLegalMarkdown } from './lint.ts';

const found = (markdown: string) => lintLegalMarkdown(markdown).map(({ code, line }) => `${line} ${code}`);

describe('warnings about legal pages', () => {
  it('H1: passes a page as it should be, shortcodes in code included', () => {
    const markdown =
      '# Cookies\n\n{{cookie-table}}\n\nWrite `{{cookie-tabel}}`:\n\n    {{nothing}}\n\n[a](/b)';
    expect(lintLegalMarkdown(markdown)).toEqual([]);
  });

  it('H1: names the line of an unknown shortcode and says what is known', () => {
    const [warning] = lintLegalMarkdown('# A\n\ntext\n\n{{cookie-tabel}}\n');
    expect(warning).toMatchObject({ code: 'unknown-shortcode', line: 5 });
    expect(warning?.message).toContain('{{cookie-table}}');
  });

  it('H1: names the lines of shortcodes in a sentence, a list, a quote and a table', () => {
    const markdown = [
      'See {{cookie-table}} for more.',
      '',
      '- one',
      '- {{policy-version}}',
      '',
      '> {{processor-table:annex}}',
      '',
      '| a |',
      '| - |',
      '| {{cookie-table}} |',
    ].join('\r\n');
    expect(found(markdown)).toEqual([
      '1 misplaced-shortcode',
      '4 misplaced-shortcode',
      '6 misplaced-shortcode',
      '10 misplaced-shortcode',
    ]);
  });

  it.each([
    ['behind the same text in code', '`{{nope}}` is code,\n{{nope}} is not', ['2 unknown-shortcode']],
    ['behind the same HTML in code', '- `<br>`\n- a <br> b', ['2 raw-html']],
    ['behind code in a list', '- a\n\n      {{nope}}\n\n- {{nope}}', ['5 unknown-shortcode']],
    [
      'in the later lines of a quote',
      '> a `{{nope}}`\n> {{nope}}\n> b [c\n> d](javascript:x) <br>',
      ['2 unknown-shortcode', '3 unsafe-link', '4 raw-html'],
    ],
    ['in blocks of HTML in a quote', '> <div>\n> a\n> </div>\n\n<div>', ['1 raw-html', '5 raw-html']],
    [
      'behind many cells that are not as they are written',
      `| a |\n| - |\n${'| x \\| {{nope}} |\n'.repeat(900)}`,
      Array.from({ length: 900 }, (_, row) => `${row + 3} unknown-shortcode`),
    ],
    [
      'in a quote in a list',
      '- a\n  > b\n  > [c](javascript:x)\n- [c](javascript:x)',
      ['3 unsafe-link', '4 unsafe-link'],
    ],
    [
      'behind the same address in a link',
      '[a](https://x.example/{{nope}})\n{{nope}}',
      ['2 unknown-shortcode'],
    ],
  ])('H1: names the line of what stands %s', (_name, markdown, expected) => {
    expect(found(markdown)).toEqual(expected);
  });

  it('H2: names raw HTML and links that are shown as text', () => {
    const markdown = '# A\n\n<div>\na\n</div>\n\nb <br> c\nd [e](javascript:x) ![f](data:x)\n';
    expect(found(markdown)).toEqual(['3 raw-html', '7 raw-html', '8 unsafe-link', '8 unsafe-link']);
  });

  it.each([
    ['![a](https://tracker.example/p.gif)', 'tracker.example'],
    ['![a](http://tracker.example:8080/p.gif "b")', 'tracker.example:8080'],
    ['![a](//tracker.example/p.gif)', 'tracker.example'],
    ['[![a][p]](/b)\n\n[p]: HTTPS://tracker.example/p.gif', 'tracker.example'],
  ])('names the host that is asked for an image before any choice: %s', (image, host) => {
    const warnings = lintLegalMarkdown(`# A\n\nb\n${image}\n`);
    expect(warnings).toMatchObject([{ code: 'third-party-image', line: 4 }]);
    expect(warnings[0]?.message).toContain(`is loaded from ${host} before any choice`);
  });

  it("passes the site's own images, and links to other hosts", () => {
    const markdown = '![a](/a.png) ![b](b.png) ![c](../c.png?x=//y) [d](https://other.example/p.gif)';
    expect(lintLegalMarkdown(`${markdown} \`![e](https://tracker.example/p.gif)\``)).toEqual([]);
  });

  it('finds the facts that are still missing', () => {
    const markdown = 'We are [PLACEHOLDER: company name].\n\nAt [PLACEHOLDER: street], [PLACEHOLDER: city]';
    expect(findPlaceholders(markdown)).toEqual([
      { text: 'company name', line: 1 },
      { text: 'street', line: 3 },
      { text: 'city', line: 3 },
    ]);
    expect(found(markdown)).toEqual(['1 placeholder', '3 placeholder', '3 placeholder']);
  });
});
