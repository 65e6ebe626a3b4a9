import { describe, expect, it } from 'vitest';
import { lexMarkdown, parseLegalMarkdown } from './markdown.ts';

const html = (markdown: string) =>
  parseLegalMarkdown(markdown)
    .map((node) => (node.type === 'html' ? node.html : `<${node.type}>`))
    .join('');

describe('shortcodes', () => {
  it.each([
    ['{{cookie-table}}', { type: 'cookie-table', group: 'category', duration: true }],
    [
      '{{cookie-table group=vendor duration=false}}',
      { type: 'cookie-table', group: 'vendor', duration: false },
    ],
    ['{{ cookie-table  duration=false }}', { type: 'cookie-table', group: 'category', duration: false }],
    ['{{processor-table:recipients}}', { type: 'processor-table', mode: 'recipients' }],
    ['{{processor-table:transfers}}', { type: 'processor-table', mode: 'transfers' }],
    ['{{processor-table:subprocessors}}', { type: 'processor-table', mode: 'subprocessors' }],
    ['{{processor-table:annex}}', { type: 'processor-table', mode: 'annex' }],
    ['{{processor-table:changes}}', { type: 'processor-table', mode: 'changes' }],
    ['{{policy-version}}', { type: 'policy-version' }],
  ])('H1: %s alone in a paragraph is a node', (markdown, node) => {
    expect(parseLegalMarkdown(markdown)).toEqual([node]);
    expect(parseLegalMarkdown(`Before\r\n\r\n  ${markdown}  \r\n\r\nAfter`)).toEqual([
      { type: 'html', html: '<p>Before</p>\n' },
      node,
      { type: 'html', html: '<p>After</p>\n' },
    ]);
  });

  it.each([
    '`{{cookie-table}}`',
    '```\n{{cookie-table}}\n```',
    '    {{cookie-table}}',
    '- {{cookie-table}}',
    '- a\n\n  {{cookie-table}}',
    '1. {{policy-version}}',
    '> {{cookie-table}}',
    '> a\n\n> {{processor-table:annex}}',
    '# {{cookie-table}}',
    '| {{cookie-table}} |\n| - |',
    'See {{cookie-table}}.',
    '{{cookie-table}} {{policy-version}}',
    '{{cookie-table}}\nand more',
    '\\{{cookie-table}}',
    '**{{cookie-table}}**',
    '<div>{{cookie-table}}</div>',
  ])('H1: %j stays text', (markdown) => {
    const nodes = parseLegalMarkdown(markdown);
    expect(nodes.map((node) => node.type)).toEqual(nodes.map(() => 'html'));
    expect(html(markdown)).toContain('{{');
  });

  it.each([
    '{{cookies}}',
    '{{processor-table}}',
    '{{processor-table:all}}',
    '{{processor-table:constructor}}',
    '{{constructor}}',
    '{{cookie-table group=other}}',
    '{{cookie-table colour=red}}',
    '{{cookie-table group=vendor group=vendor}}',
    '{{cookie-table:category}}',
    '{{policy-version full=true}}',
    '{{{cookie-table}}}',
  ])('H1: the unknown %s stays text', (markdown) => {
    expect(html(markdown)).toBe(`<p>${markdown}</p>\n`);
  });
});

describe('blocks', () => {
  it('H2: gives every heading an id of its own, also across shortcodes', () => {
    const markdown =
      '# Your rights\n\n{{cookie-table}}\n\n## Your *rights*\n\n## Your rights 1\n\n### Über uns\n\n# !';
    expect([...html(markdown).matchAll(/<h\d id="([^"]*)"/g)].map((match) => match[1])).toEqual([
      'your-rights',
      'your-rights-1',
      'your-rights-1-1',
      'über-uns',
      'section',
    ]);
  });

  it('H2: writes ids that are unique whatever the headings say', () => {
    const markdown = ['a', 'a 1', 'a', 'a', 'a 1', 'a-1-1', '"', "'", '<b>']
      .map((text) => `# ${text}`)
      .join('\n');
    const ids = [...html(markdown).matchAll(/ id="([^"]*)"/g)].map((match) => match[1]);
    expect(ids).toHaveLength(9);
    expect(new Set(ids).size).toBe(9);
  });

  it('H2: makes tables semantic, in a container that a keyboard can scroll', () => {
    expect(html('| Purpose | Legal *basis* |\n| :- | -: |\n| Orders | Art. 6 |')).toBe(
      '<div data-legal-table-container tabindex="0" role="region" aria-label="Purpose, Legal basis">\n' +
        '<table data-legal-table>\n<thead>\n<tr>\n<th scope="col" align="left">Purpose</th>\n' +
        '<th scope="col" align="right">Legal <em>basis</em></th>\n</tr>\n</thead>\n' +
        '<tbody>\n<tr>\n<td align="left">Orders</td>\n<td align="right">Art. 6</td>\n</tr>\n</tbody>\n' +
        '</table>\n</div>\n',
    );
  });

  it('H2: keeps quotes out of the name of a table', () => {
    expect(html('| "><script> |\n| - |')).toContain('aria-label="&quot;&gt;&lt;script&gt;"');
  });

  it('H2: shows raw HTML as text', () => {
    expect(html('<script>alert(1)</script>')).toBe('<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n');
    expect(html('a <img src=x onerror=alert(1)> b')).toBe('<p>a &lt;img src=x onerror=alert(1)&gt; b</p>\n');
    expect(html('a <a href="https://x.example">b</a>')).toContain('&lt;a href=');
  });

  it('keeps what every line of the document said', () => {
    for (const markdown of ['# a\r\nb', '- a\n\t- b\n\n\n> c\nd', 'a\0b']) {
      const { tokens, source } = lexMarkdown(markdown);
      expect(tokens.map((token) => token.raw).join('')).toBe(source);
    }
  });
});

describe('GFM', () => {
  it.each([
    ['a table without body', '| a |\n| --- |', '<table data-legal-table>'],
    ['a table without outer pipes', 'a | b\n-|-\n1 | 2', '<td>2</td>'],
    ['an escaped pipe in a cell', '| a |\n| - |\n| b \\| c |', '<td>b | c</td>'],
    ['cells that a row leaves out', '| a | b |\n| - | - |\n| c |', '<td>c</td>\n<td></td>'],
    ['a row with too many cells', '| a |\n| - |\n| b | c |', '<tr>\n<td>b</td>\n</tr>'],
    ['text after the table', '| a |\n| - |\n| b |\n> c', '</div>\n<blockquote>'],
    ['no table when the columns differ', '| a | b |\n| - |\n| c |', '<p>| a | b |\n| - |\n| c |</p>'],
    ['strikethrough', '~~old~~ ~new~', '<del>old</del> <del>new</del>'],
    ['no strikethrough by three tildes', 'a ~~~b~~~', '<p>a ~~~b~~~</p>'],
    ['a bare www address', 'www.example.com/a.', '<a href="http://www.example.com/a">www.example.com/a</a>.'],
    ['a bare https address', '(https://a.example/b_(c))', '<a href="https://a.example/b_(c)">'],
    ['a bare mail address', 'me@a.example', '<a href="mailto:me@a.example">me@a.example</a>'],
    ['tasks, as characters', '- [x] a\n- [ ] b', '<li>☑ a</li>\n<li>☐ b</li>'],
    [
      'an escaped pipe inside code and bold',
      '| a |\n| - |\n| `\\|` **\\|** |',
      '<td><code>|</code> <strong>|</strong></td>',
    ],
    [
      'a line without pipes as one more row',
      '| a | b |\n| - | - |\nc\n\nd',
      '<td>c</td>\n<td></td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>d</p>',
    ],
    ['strikethrough within one paragraph only', '~~a\n\nb~~', '<p>~~a</p>\n<p>b~~</p>'],
    [
      'a bare address without the bracket that closes before it',
      'www.a.example/b_(c))',
      '<a href="http://www.a.example/b_(c)">www.a.example/b_(c)</a>)',
    ],
    [
      'a bare address up to what looks like an entity',
      'www.a.example?b=c&d;',
      '<a href="http://www.a.example?b=c">www.a.example?b=c</a>&d;',
    ],
    [
      'a bare address up to a tag',
      'www.a.example/b<c',
      '<a href="http://www.a.example/b">www.a.example/b</a>&lt;c',
    ],
    ['no mail address that ends in a dash', 'a@b.example-', '<p>a@b.example-</p>'],
    [
      'mailto: in running text',
      'mailto:a@b.example/',
      '<a href="mailto:a@b.example">mailto:a@b.example</a>/',
    ],
    ['xmpp: as text, unlike GFM (H2)', 'xmpp:a@b.example', '<p>xmpp:a@b.example</p>'],
    ['disallowed raw HTML', 'a <title> <STYLE>', 'a &lt;title&gt; &lt;STYLE&gt;'],
  ])('renders %s', (_, markdown, expected) => {
    expect(html(markdown)).toContain(expected);
  });
});
