import fc from 'fast-check';
import { Window } from 'happy-dom';
import { Lexer } from 'marked';
import { describe, expect, it } from 'vitest';
import { boundedParagraph, lexMarkdown } from './lexer.ts';
import { lintLegalMarkdown } from './lint.ts';
import { parseLegalMarkdown } from './markdown.ts';

const MEGABYTE = 1_000_000;
const fill = (piece: string) => piece.repeat(Math.floor(MEGABYTE / piece.length));

/** Each makes a plain regular-expression parser take quadratic time or worse, or overflow its stack. */
const HOSTILE: Record<string, string> = {
  'opening brackets': fill('['),
  'nested brackets': '['.repeat(MEGABYTE / 2) + ']'.repeat(MEGABYTE / 2),
  'nested brackets in many paragraphs': fill(`${'['.repeat(400)}${'](a)'.repeat(100)}\n\n`),
  'unclosed links': fill('[a]('),
  'nested images': fill('![[]()'),
  'quote markers': fill('>'),
  'quote and list markers': fill('> 1. > - '),
  'list markers': `${fill('- ')}x\ny`,
  'deeper and deeper lists': Array.from({ length: 990 }, (_, depth) => `${'  '.repeat(depth)}- a\n`).join(''),
  'lazy quotes': fill('> a\nb\n'),
  'lazy lists in quotes': fill('> - a\nb\n'),
  'lazy nested quotes': fill('> > a\nb\n'),
  emphasis: fill('*a **b _c __d '),
  'underscores in many paragraphs': fill(`${'_a _'.repeat(200)}${'b_ '.repeat(100)}\n\n`),
  'code marks': Array.from({ length: 1400 }, (_, length) => '`'.repeat(length + 1)).join(' '),
  'angle brackets': fill('<'),
  'unclosed tags': fill('<a b="'),
  'unclosed comments': fill('a <!--'),
  definitions: Array.from({ length: 30_000 }, (_, index) => `[d${index}]: /u\n\n[d${index}]\n\n`).join(''),
  'almost tables': fill('a|b\n-|\n'),
  'a table of missing cells': `|${'a|'.repeat(90)}\n|${'-|'.repeat(90)}\n${fill('|\n')}`,
  'a wide table': `${'|a'.repeat(MEGABYTE / 4)}\n${'|-'.repeat(MEGABYTE / 4)}\n`,
  'an address that ends in marks': `http://a.example/${fill('?')}`,
  'mail addresses': fill('a@'),
  spaces: `a${fill(' ')}b`,
  'line breaks': fill('a  \n'),
  fences: fill('```\n'),
  backslashes: fill('\\'),
  'a long character reference': `[a](&#x${fill('0')};)`,
  'one line': fill('word and word. '),
};

/** All that the renderer itself ever writes. */
const WRITTEN_ATTRIBUTES = new Set([
  ...[
    'href',
    'src',
    'alt',
    'title',
    'id',
    'class',
    'start',
    'align',
    'scope',
    'role',
    'tabindex',
    'aria-label',
  ],
  ...['data-legal-table', 'data-legal-table-container'],
]);

/** Behind these marked takes text for HTML that is escaped already, and no `>` ends the tag that stands there. */
const RAW_TAGS = ['<code>', '<kbd>', '<pre>', '<script>', '<CODE>', '<code class="a">', '</pre><pre>'];
const UNCLOSED = ['<img src=x onerror=alert(1) ', '<iframe srcdoc="&lt;script&gt;alert(1)&lt;/script&gt;" '];
const PLACES: Record<string, (text: string) => string> = {
  'a paragraph': (text) => `a ${text}`,
  'the begin of one': (text) => text,
  'a heading': (text) => `# ${text}`,
  'a list': (text) => `- ${text}`,
  'a loose list': (text) => `- a\n\n  ${text}\n\n- b`,
  'a quote': (text) => `> ${text}`,
  'a cell': (text) => `| a |\n| - |\n| ${text} |`,
  'a link': (text) => `[${text}](/b)`,
  emphasis: (text) => `a **${text}**`,
  'the line after': (text) => text.replace('> ', '>\nb '),
  'a text with a setting': (text) => `a ${text} [SETTING: notice-email] `,
};
const IN_RAW = Object.entries(PLACES).flatMap(([place, put]) =>
  RAW_TAGS.flatMap((tag) => UNCLOSED.map((unclosed) => [tag, unclosed, place, put(`${tag} ${unclosed}`)])),
);

const size = (markdown: string) =>
  parseLegalMarkdown(markdown).reduce((sum, node) => sum + (node.type === 'html' ? node.html.length : 0), 0);

describe('hostile Markdown', () => {
  // The generous limit tells minutes from seconds: quadratic work on a megabyte does not end within it.
  it.each(Object.entries(HOSTILE))(
    'H2: a megabyte of %s comes out, and not much longer',
    { timeout: 60_000 },
    (_, markdown) => {
      const length = size(markdown);
      expect(length).toBeGreaterThan(0);
      expect(length).toBeLessThan(60 * markdown.length);
    },
  );

  it.each(Object.entries(HOSTILE))(
    'a quarter of a megabyte of %s is checked too',
    { timeout: 60_000 },
    (_, markdown) => {
      expect(Array.isArray(lintLegalMarkdown(markdown.slice(0, MEGABYTE / 4)))).toBe(true);
    },
  );

  it('shows a document that is too deep as it was typed, and says so', () => {
    const markdown = `# Title\n\n${'>'.repeat(500)} <b>\n\n{{cookie-table}}`;
    expect(parseLegalMarkdown(markdown)).toEqual([
      { type: 'html', html: `<p># Title</p>\n<p>${'&gt;'.repeat(500)} &lt;b&gt;</p>\n` },
      { type: 'cookie-table', group: 'category', duration: true },
    ]);
    expect(lintLegalMarkdown(markdown).map((warning) => warning.code)).toContain('too-complex');
  });

  it('formats long documents of the ordinary kind in full', () => {
    const section = `## Section\n\n${'We store **your data** with [a provider](https://a.example/b_c) (see `x`). '.repeat(12)}\n\n| a | b |\n| - | - |\n${'| c | d |\n'.repeat(40)}\n- one\n  - two\n\n> quote\n\n`;
    const { clipped } = lexMarkdown(section.repeat(100));
    expect(clipped).toBe(false);
  });

  it("still finds the part of marked's paragraph rule that it bounds", () => {
    const { paragraph } = Lexer.rules.block.gfm;
    expect(boundedParagraph(paragraph).source.length).toBeLessThan(paragraph.source.length);
  });

  it.each([
    '<script>alert(1)</script>',
    '<SCRIPT SRC=//x.example></SCRIPT>',
    'a <img src=x onerror=alert(1)> b',
    '<svg/onload=alert(1)>',
    '<a href="javascript:alert(1)" onclick="alert(1)">a</a>',
    '<div\nonmouseover="alert(1)"\n>\n\n# a\n\n</div>',
    '<style>@import "//x.example"</style>',
    '<!-- --><iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<?php echo 1 ?><![CDATA[<script>alert(1)</script>]]>',
    '[a](/b "x\\" onmouseover=\\"alert(1)")',
    '[a](/b \'x" onmouseover="alert(1)\')',
    '![a" onerror="alert(1)](/b)',
    '![a](/b" onerror="alert\\(1\\))',
    '[a](</b" onclick="alert(1)>)',
    '<https://x.example/"onclick="alert(1)>',
    'https://x.example/"onclick="alert(1)',
    '# a" onclick="alert(1)',
    '```x" onclick="alert(1)\na\n```',
    '| a" onfocus="alert(1) |\n| - |\n| <b onclick=alert(1)> |',
    '[a]: /b "x\\"onclick=\\"alert(1)"\n\n[a]',
    '- [x] <input onfocus=alert(1) autofocus>',
    '&lt;script&gt;alert(1)&lt;/script&gt; &#60;img onerror=alert(1)&#62;',
    '{{cookie-table group="onclick=alert(1)"}}',
  ])('H2: makes no element and no attribute of its author out of %j', (markdown) => {
    const root = new Window().document.createElement('div');
    root.innerHTML = parseLegalMarkdown(markdown)
      .map((node) => (node.type === 'html' ? node.html : ''))
      .join('');
    const elements = [...root.querySelectorAll('*')];
    expect(elements.map(({ localName }) => localName).join(' ')).not.toMatch(
      /script|style|iframe|svg|input|object|embed|form|base|meta|link/,
    );
    const names = elements.flatMap(({ attributes }) => [...attributes].map(({ name }) => name));
    expect(names.filter((name) => !WRITTEN_ATTRIBUTES.has(name))).toEqual([]);
  });

  it.each(IN_RAW)('H2: %s before %s in %s opens no tag', (_tag, _unclosed, _place, markdown) => {
    const html = parseLegalMarkdown(markdown)
      .map((node) => (node.type === 'html' ? node.html : ''))
      .join('');
    expect(html).toMatch(/&lt;i(?:mg|frame) /);
    expect(html).not.toMatch(/<(?:img|iframe|code|kbd|pre|script)\b/i);
  });

  it('never throws, whatever is typed', () => {
    const pieces = fc.constantFrom(
      '# ',
      '> ',
      '- ',
      '1. ',
      '\n',
      '\n\n',
      '    ',
      '\t',
      '`',
      '```',
      '*',
      '**',
      '_',
      '~~',
      '[',
      ']',
      '(',
      ')',
      '<',
      '>',
      '!',
      '|',
      '-',
      '=',
      '\\',
      '&',
      '{{',
      '}}',
      'cookie-table',
      ':',
      '/',
      'a',
      ' ',
      'https://a.b',
      '@',
      '\0',
      '[PLACEHOLDER: x]',
      '<script>',
      '<code>',
      '<pre>',
      '<img ',
      '\u2028',
      '\uD800',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        const markdown = parts.join('');
        const out = parseLegalMarkdown(markdown)
          .map((node) => (node.type === 'html' ? node.html : ''))
          .join('');
        expect(out).not.toMatch(/<(?:script|iframe|object|form|input|style|svg|img)/i);
        expect(lintLegalMarkdown(markdown).every(({ line }) => line >= 1)).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });
});
