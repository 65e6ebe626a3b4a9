import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { describe, expect, it } from 'vitest';
import { type BlocksNode, blocksHtml } from './blocks-html.ts';

const text = (text: string, modifiers: object = {}) => ({ type: 'text' as const, text, ...modifiers });
const image = (more: object = {}) => ({
  type: 'image',
  image: { name: 'a.png', url: 'https://cms.example/uploads/a.png', width: 640, height: 480, ...more },
  children: [text('')],
});

const ELEMENTS = /^(p|a|br|pre|code|figure|img|figcaption)$/;
const ATTRIBUTES = /^(href|rel|target|class|src|alt|width|height|loading)$/;

function elementsIn(node: DefaultTreeAdapterTypes.ParentNode): DefaultTreeAdapterTypes.Element[] {
  return node.childNodes.flatMap((child) => ('tagName' in child ? [child, ...elementsIn(child)] : []));
}

/** As Strapi's editor saves them. */
const NODES: [kind: string, nodes: BlocksNode[], html: string][] = [
  ['a paragraph', [{ type: 'paragraph', children: [text('a & b')] }], '<p>a &amp; b</p>'],
  ['an empty paragraph', [{ type: 'paragraph', children: [text('')] }], '<p><br></p>'],
  ['lines', [{ type: 'paragraph', children: [text('a\nb')] }], '<p>a<br>b</p>'],
  [
    'texts that are set off',
    [
      {
        type: 'paragraph',
        children: [
          text('a', { bold: true, italic: true }),
          text('b', { code: true, underline: true, strikethrough: true }),
        ],
      },
    ],
    '<p><em><strong>a</strong></em><code><s><u>b</u></s></code></p>',
  ],
  ['a heading', [{ type: 'heading', level: 3, children: [text('a')] }], '<h3>a</h3>'],
  ['a quote', [{ type: 'quote', children: [text('a')] }], '<blockquote>a</blockquote>'],
  [
    'code',
    [{ type: 'code', language: 'html', children: [text('<iframe src="//evil.example/">\n')] }],
    '<pre><code class="language-html">&lt;iframe src=&quot;//evil.example/&quot;&gt;\n</code></pre>',
  ],
  [
    'a list in a list',
    [
      {
        type: 'list',
        format: 'ordered',
        children: [
          { type: 'list-item', children: [text('a')] },
          { type: 'list', format: 'unordered', children: [{ type: 'list-item', children: [text('b')] }] },
          { type: 'list-item', children: [text('c')] },
        ],
      },
    ],
    '<ol><li>a<ul><li>b</li></ul></li><li>c</li></ol>',
  ],
  [
    'a link',
    [
      {
        type: 'paragraph',
        children: [
          {
            type: 'link',
            url: 'https://a.example/?b&c',
            rel: 'noopener',
            target: '_blank',
            children: [text('d')],
          },
        ],
      },
    ],
    '<p><a href="https://a.example/?b&amp;c" rel="noopener" target="_blank">d</a></p>',
  ],
  [
    'an image',
    [image({ alternativeText: 'A "b"' })],
    '<img src="https://cms.example/uploads/a.png" alt="A &quot;b&quot;" width="640" height="480" loading="lazy">',
  ],
  [
    'an image with a caption',
    [image({ caption: 'c' })],
    '<figure><img src="https://cms.example/uploads/a.png" alt="" width="640" height="480" loading="lazy"><figcaption>c</figcaption></figure>',
  ],
  ['what it does not know', [{ type: 'callout', children: [text('a')] }], 'a'],
];

describe('Strapi’s Blocks', () => {
  it.each(NODES)('as HTML: %s', (_, nodes, html) => {
    expect(blocksHtml(nodes)).toBe(html);
  });

  it('are nothing where the field is empty', () => {
    expect([blocksHtml(null), blocksHtml(undefined), blocksHtml([])]).toEqual(['', '', '']);
  });

  it('lead nowhere unsafe, and show nothing that is no picture of the web', () => {
    const link = (url: string) => blocksHtml([{ type: 'link', url, children: [text('a')] }]);
    expect([link('javascript:alert(1)'), link('java\tscript:alert(1)'), link('data:text/html,x')]).toEqual([
      'a',
      'a',
      'a',
    ]);
    expect(blocksHtml([image({ url: 'data:image/svg+xml,<svg onload=x>' })])).toBe('');
  });

  it('make no markup of a text, whatever it is', () => {
    const nodeOf = (value: string): BlocksNode[] => [
      {
        type: 'paragraph',
        children: [
          text(value),
          { type: 'link', url: value, rel: value, target: value, children: [text(value)] },
        ],
      },
      { type: 'code', language: value, children: [text(value)] },
      image({ url: `/a?${value}`, alternativeText: value, caption: value }),
    ];
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.constantFrom('"><script>x</script>', "' onload=x '", '</code><img src=x>', '&lt;b&gt;'),
        ),
        (value) => {
          const html = blocksHtml(nodeOf(value));
          for (const { tagName, attrs } of elementsIn(parseFragment(html))) {
            expect(tagName).toMatch(ELEMENTS);
            for (const { name } of attrs) expect(name).toMatch(ATTRIBUTES);
          }
        },
      ),
    );
  });

  it('end, however deep they are', () => {
    let node: BlocksNode = text('deep');
    for (let depth = 0; depth < 100_000; depth += 1)
      node = { type: 'list', format: 'ordered', children: [node] };
    expect(blocksHtml([node]).match(/<ol>/g)?.length).toBeLessThan(100);
  });
});
