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
