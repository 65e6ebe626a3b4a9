import fc from 'fast-check';
import { Window } from 'happy-dom';
import { describe, expect, it } from 'vitest';
import { lintLegalMarkdown } from './lint.ts';
import { lexMarkdown, parseLegalMarkdown } from './markdown.ts';
import { MARKDOWN_LIMITS } from './markdown-limits.ts';

const MEGABYTE = 1_000_000;
const fill = (piece: string) => piece.repeat(Math.floor(MEGABYTE / piece.length));

/** Each makes marked alone take quadratic time or worse, or overflow its stack. */
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
  'brackets that open emphasis': fill('[__a'),
  'references in emphasis': fill('&_a'),
  'nested emphasis': '*a '.repeat(MEGABYTE / 6) + 'a*'.repeat(MEGABYTE / 4),
  'exclamation marks before emphasis': `${fill('!')}*`,
  'comments before emphasis': `${fill('<!--')}*`,
  'an address of references': `http://a.example/${fill('&a;')}`,
  'an address of underscores': `${fill('a_')}@`,
  'list items of plus signs': `${fill('+ ')}x`,
  'a list item of many lines': `- a\n${fill('  b and some more words\n')}`,
  'a list item of many paragraphs': `- a\n${fill(`${'  b and some words\n'.repeat(900)}\n`)}`,
  'fences in quotes': fill('> ```\na\n'),
  'quotes in lists in quotes': fill('> - > - > - > - a\nb\n'),
};

/** As much of it as a document may have, with an empty line as often as there has to be one. */
function cut(markdown: string): string {
  const { characters, lines, linesInRow } = MARKDOWN_LIMITS;
  const cutLines = markdown.slice(0, characters - 100).split('\n', lines - 100);
  return cutLines.map((line, index) => (index % (linesInRow - 1) === 0 ? `\n${line}` : line)).join('\n');
}

/** Of pieces that repeat, an eighth takes an eighth of the time; all of it is tried before a release. */
const REPEATED_PART = process.env.CONSENT_FULL_LENGTH ? 1 : 1 / 8;

/** Texts of the length that is still formatted: the begin of what is hostile, and small pieces of it over and over. */
const atTheLimits = (markdown: string): string[] => {
  const length = MARKDOWN_LIMITS.characters * REPEATED_PART;
  const repeated = (piece: string) => piece.repeat(length / piece.length);
  const shapes = [
    cut(markdown),
    cut(repeated(`${markdown.slice(0, 400)}\n\n`)),
    cut(repeated(`${markdown.slice(0, 40).replaceAll('\n', ' ')}\n`)),
  ];
  return shapes.filter((shape) => lexMarkdown(shape).exceeded === null);
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
    { timeout: 120_000 },
    (_, markdown) => {
      const length = size(markdown);
      expect(length).toBeGreaterThan(0);
      expect(length).toBeLessThan(60 * markdown.length);
    },
  );

  it.each(Object.entries(HOSTILE))(
    'a quarter of a megabyte of %s is checked too',
    { timeout: 120_000 },
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

  it.each(Object.entries(HOSTILE))(
    'ends within seconds where as much of %s is formatted as may be',
    { timeout: 120_000 },
    (_, markdown) => {
      for (const text of atTheLimits(markdown)) expect(size(text)).toBeGreaterThan(0);
    },
  );

  it('formats long documents of the ordinary kind in full', () => {
    const section = `## Section\n\n${'We store **your data** with [a provider](https://a.example/b_c) (see `x`). '.repeat(12)}\n\n| a | b |\n| - | - |\n${'| c | d |\n'.repeat(40)}\n- one\n  - two\n\n> quote\n\n* * * * * * * * * * * *\n\n`;
    const codes = lintLegalMarkdown(section.repeat(100)).map(({ code }) => code);
    expect(codes).toEqual([]);
    expect(size(section.repeat(100))).toBeGreaterThan(2 * 100 * section.length);
  });

  it.each([
    ['characters', 'word '.repeat(90_000), 1],
    ['lines', 'word\n\n'.repeat(6000), 1],
    ['lines in a row', `a\n\n${'| b |\n'.repeat(2500)}`, 2003],
    ['quotes in quotes', `a\n\n${'> '.repeat(11)}b`, 3],
    ['lists in a line', `a\n\n${'+ '.repeat(11)}`, 3],
    ['an indented line', `- a\n\n${' '.repeat(201)}b`, 3],
    ['columns', `a\n\n${'|a'.repeat(101)}|\n${'|-'.repeat(101)}|`, 3],
  ])('shows a document over the limit of %s as it was typed, and names the line', (_, markdown, line) => {
    const words = `# Title\n\n{{policy-version}}\n\n${markdown}`;
    expect(parseLegalMarkdown(words).slice(0, 2)).toEqual([
      { type: 'html', html: '<p># Title</p>\n' },
      { type: 'policy-version' },
    ]);
    const warnings = lintLegalMarkdown(words).filter(({ code }) => code === 'too-complex');
    expect(warnings.map((warning) => warning.line)).toEqual([line === 1 ? 1 : line + 4]);
  });

  it.each([
    ['characters', 'word '.repeat(5000)],
    ['signs', '*a* '.repeat(151)],
    ['letters in one word', `https://a.example/${'b'.repeat(2000)} *a*`],
  ])('shows a paragraph with too many %s as it was typed, and all others formatted', (_, paragraph) => {
    const markdown = `# *Title*\n\n- a\n- ${paragraph}\n\n| *b* |\n| - |\n| c |`;
    const [node] = parseLegalMarkdown(markdown);
    const html = node?.type === 'html' ? node.html : '';
    expect(html).toContain('<h1 id="title"><em>Title</em></h1>\n<ul>\n<li>a</li>\n<li>');
    expect(html).toContain(`<li>${paragraph.trim()}</li>`);
    expect(html).toContain('<em>b</em>');
    expect(lintLegalMarkdown(markdown)).toMatchObject([{ code: 'too-complex', line: 4 }]);
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
