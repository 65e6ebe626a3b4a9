import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CODE_OF_LINKS,
  HARMLESS,
  HOSTILE,
  HOSTILE_TO_RUNTIME,
} from '../../../tests/browser/hostile-content.ts';
import { createTestConfig } from '../../contract/default-config.ts';
import { withServices } from '../../contract/services.ts';
import { createSite } from '../site.ts';
import type { Visit } from '../visit.ts';
import { heldHtml, ownersFor } from './gate-html.ts';
import { HELD, LOADING_NAMES } from './loading-attributes.ts';
import { isQuiet, OWN_TEXTS, quietPart } from './quiet-html.ts';

const config = createTestConfig({
  trackers: [{ id: 'Film', name: 'Film', categoryKey: 'marketing', kind: 'iframe', hosts: ['film.example'] }],
});
const site = createSite({ files: '/f/', known: { '': config } });
const visit = site.visit(new Request('https://site.example/blog/post')) as Visit;

/** A page for everybody, in which gates alone wait for the service that the texts load from. */
const sharedVisit = createSite({
  files: '/f/',
  known: {
    '': withServices({
      ...config,
      trackers: [
        {
          id: 'Pay',
          name: 'Pay',
          key: 'pay',
          categoryKey: 'necessary',
          kind: 'iframe',
          hosts: ['evil.example'],
        },
      ],
    }),
  },
  render: 'neutral',
}).visit(new Request('https://site.example/blog/post')) as Visit;

const owners = (ownCode: boolean, of = visit) => ownersFor(of, { ownCode });

/** What stands in texts that are read in several ways, whole and cut off. */
const PIECES = [
  ...Object.values(HOSTILE).filter((html) => html.length < 200),
  ...Object.values(HARMLESS),
  ...[
    '<svg>',
    '</svg>',
    '<svg><path d="M0 0"/><title>a</title></svg>',
    '<math>',
    '</math>',
    '<select>',
    '</select>',
  ],
  ...[
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<title>',
    '</title>',
    '<style>',
    '</style>',
    '<script>',
    '</script>',
  ],
  ...[
    '<noscript>',
    '</noscript>',
    '<template>',
    '</template>',
    '<table>',
    '</table>',
    '<desc>',
    '<p title="',
    "<p title='",
  ],
  ...[
    '"',
    "'",
    '>',
    '<',
    '</',
    '/',
    '=',
    ' ',
    '&amp;',
    '&#47;',
    '//evil.example/',
    '/own',
    'src=',
    'style=',
    'href=',
    ' on=x',
  ],
  ...[
    '<video controls>',
    '</video>',
    '<source src="/own.mp4">',
    '<source src=//evil.example/1>',
    '<iframe src="/own">',
    '</iframe>',
  ],
  ...[
    '<a href="https://evil.example/">',
    '<img src="/own.png">',
    '<link rel="icon" href="/own">',
    '<p class="a" data-astro-cid-x1 hidden>',
    '<link rel="stylesheet" href="/own.css">',
    '<link rel="stylesheet" href="//evil.example/">',
    '<link rel="stylesheet" href="/\\evil.example/">',
    '<link href="/\t/evil.example/" rel="stylesheet">',
    '<link href="#" href="//evil.example/" rel="stylesheet">',
    '<meta content="0;url=//evil.example/" http-equiv="refresh">',
    ' class="',
    'url(',
    '\n',
    '\0',
    '\t',
  ],
];

const VALUES = [
  ...['', '=""', '=/own', '="/own"', '="/"', '="#a"', '="own.png"', '="//evil.example/"', '=//evil.example/'],
  ...['="https://evil.example/"', '="/\\evil.example/"', '="/\t/evil.example/"', '=" //evil.example/"'],
  ...['="/&#47;evil.example/"', '="url(//evil.example/)"', '="stylesheet"', '="prefetch"', '="refresh"'],
  ...['="0;url=//evil.example/"', '="javascript:go()"', '="data:text/html,x"', '="mailto:a@b.example"'],
  ...['="javascript:go(`//evil.example/`)"', '=" java&#10;script:go(`//evil.example/`)"'],
];

describe('what is quiet', () => {
  it.each(Object.entries(HARMLESS).filter(([kind]) => !/^(tags|references)/.test(kind)))(
    'needs no parser: %s',
    (_, html) => {
      expect(isQuiet(html, owners(false))).toBe(true);
    },
  );

  it.each([
    [
      'icons',
      '<svg class="a" viewBox="0 0 9 9"><title>Cart</title><g fill="url(#a)"><path d="M0 0"/></g></svg>',
    ],
    ['links elsewhere', '<p><a class="b" rel="me" href="https://evil.example/?a=1&amp;b=2">text</a>'],
    ['code of the site', '<script>if (a<b && c) load("/own.js")</script><button onclick="go()">x</button>'],
    ['data', '<script type="application/ld+json">{"@context":"https://schema.org"}</script>'],
    ['names of kinds of markup', '<script>make("http://www.w3.org/2000/svg")</script>'],
    ['a policy', '<meta http-equiv="content-security-policy" content="img-src https://evil.example">'],
    [
      'what frameworks note',
      '<p class="a" data-astro-cid-x1><time datetime="2026-01-01">1 January</time></p>',
    ],
    ['more plain tags than are read at once', '<b></b>'.repeat(200)],
    [
      'an image of the site',
      '<img src="/_image?href=%2Fa.png&#38;w=2" srcset="/a.png?w=1&#38;h=2 1x, /b.png 2x">',
    ],
  ])('and is common in pages: %s', (_, html) => {
    expect(isQuiet(html, owners(true))).toBe(true);
  });

  it.each(Object.entries({ ...HOSTILE, ...HOSTILE_TO_RUNTIME, ...CODE_OF_LINKS }))(
    'is nothing that a parser finds something in: %s',
    (_, html) => {
      for (const of of [visit, sharedVisit]) for (const ownCode of [false, true]) agree(html, ownCode, of);
    },
  );

  it('is what we write ourselves, whatever it is read as', () => {
    for (const [name, texts] of Object.entries(OWN_TEXTS)) {
      for (const text of texts) {
        expect(text).not.toBe('');
        expect(isQuiet(text, owners(false))).toBe(true);
        expect(text.toLowerCase()).not.toContain(`</${name}`);
        expect(text).not.toContain('<!--');
        // Only so does nothing begin in it that ends behind it.
        expect(isQuiet(`<${name}>${text} <p title=">`, owners(true))).toBe(false);
        expect(isQuiet(`<${name}>${text}</${name}><img src="//evil.example/">`, owners(true))).toBe(false);
      }
    }
  });

  describe.each([
    ['of one visitor', visit],
    ['that everybody shares', sharedVisit],
  ])('in a page %s', (_, of) => {
    it('is nothing that a parser finds something in, whatever is put together', () => {
      fc.assert(
        fc.property(
          fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }),
          fc.boolean(),
          (pieces, ownCode) => agree(pieces.join(''), ownCode, of),
        ),
        { numRuns: 1500 },
      );
    });

    it('is no tag whose attributes a parser finds something in', () => {
      const name = fc.constantFrom(...LOADING_NAMES, 'onclick', 'class', 'rel', 'type', 'data-x', 'hidden');
      const prefix = fc.constantFrom('', '', HELD);
      const attribute = fc
        .tuple(prefix, name, fc.constantFrom(...VALUES))
        .map(([held, attribute, value]) => ` ${held}${attribute}${value}`);
      const tag = fc.constantFrom(
        'p',
        'a',
        'area',
        'img',
        'link',
        'meta',
        'embed',
        'input',
        'base',
        'body',
        'form',
        'button',
        'x-y',
      );
      fc.assert(
        fc.property(tag, fc.array(attribute, { maxLength: 4 }), (element, attributes) =>
          agree(`<${element}${attributes.join('')}>text`, true, of),
        ),
        { numRuns: 2000 },
      );
    });

    it('stays so, whatever follows', () => {
      const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }).map((pieces) => pieces.join(''));
      fc.assert(
        fc.property(text, text, (before, after) => {
          const quiet = before.slice(0, quietPart(before, owners(false, of)).end);
          const whole = quiet + after;
          for (const isPage of [false, true]) {
            const held = heldHtml(whole, [isPage], of, owners(false, of), { keepsMarks: false });
            if (!held.startsWith('<span data-consent-gate')) expect(held.slice(0, quiet.length)).toBe(quiet);
          }
        }),
        { numRuns: 500 },
      );
    });
  });
});

/** What is quiet comes back as it is from whoever reads it in all ways. */
function agree(html: string, ownCode: boolean, of: Visit): void {
  if (!isQuiet(html, owners(ownCode, of))) return;
  for (const isPage of [false, true])
    expect(heldHtml(html, [isPage], of, owners(ownCode, of), { keepsMarks: false })).toBe(html);
}
