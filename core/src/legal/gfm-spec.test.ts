import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { htmlOf, reading, withoutTableDress } from '../../tests/markdown-reading.ts';

/** The suites of GitHub's own parser, as the npm package of an early release of it brings them. */
const suite = (file: string): string =>
  readFileSync(createRequire(import.meta.url).resolve(`cmark-gfm/cmark/test/${file}`), 'utf8');

/** Elements that Markdown itself can make. */
const MARKDOWN_ELEMENTS = new Set(
  'a blockquote br code del div em h1 h2 h3 h4 h5 h6 hr img li ol p pre strong table tbody td th thead tr ul'.split(
    ' ',
  ),
);

interface Example {
  number: number;
  section: string;
  markdown: string;
  html: string;
}

const EXAMPLE = /^#{1,6} +(.+)$|^`{32} example[^\n]*\n([\s\S]*?)^\.\n([\s\S]*?)^`{32}$/gm;

function examplesOf(text: string): Example[] {
  const examples: Example[] = [];
  let section = '';
  for (const [, heading, markdown = '', html = ''] of text.matchAll(EXAMPLE)) {
    if (heading !== undefined) section = heading;
    else
      examples.push({
        number: examples.length + 1,
        section,
        markdown: markdown.replaceAll('→', '\t'),
        html: html.replaceAll('→', '\t'),
      });
  }
  return examples;
}

/** Raw HTML is shown as text (behaviour.md H2): blocks, inline, and where it matters in passing. */
const SHOWN_AS_TEXT = new Set([
  ...range(116, 158),
  ...[167, 282, 283, 311, 321, 342, 470, 471, 472, 486, 515, 527],
  ...[...range(615, 619), 625, 627, ...range(630, 634), 636, 646, 647],
]);
/** Schemes other than http, https, mailto and tel are not linked (behaviour.md H2). */
const NOT_LINKED = new Set([491, 587, 589, 590, 592, 611]);
/** Written for a reader without the extension that links bare addresses. */
const WITHOUT_AUTOLINKS = new Set([593, 599, 602, 603]);
/** A form control has no business on a legal page: boxes are signs. */
const TASK_LISTS = new Set([273, 274]);

/** Of the suite of extensions: raw HTML, boxes, footnotes (no part of GFM), a host of one emoji, and a test of crashes. */
const OTHERWISE = new Map([
  [12, '<TD><strong>hello</strong></>'],
  [18, '<A href=http://x%F0%9F%8D%84.ga/>'],
  [19, "This shouldn't crash everything"],
  [21, '<textarea>'],
  [22, 'This is some text![^1]'],
  [25, '☑ bar'],
  [26, '☑ baz'],
]);

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

const judged = (html: string) => reading(html.replace(/ style="text-align: (\w+)"/g, ' align="$1"'));
const ours = (markdown: string) => reading(withoutTableDress(htmlOf(markdown)));

const numbers = (...sets: ReadonlySet<number>[]): Set<number> => new Set(sets.flatMap((set) => [...set]));

describe("the GFM specification's examples", () => {
  const examples = examplesOf(suite('spec.txt'));
  const different = numbers(SHOWN_AS_TEXT, NOT_LINKED, WITHOUT_AUTOLINKS, TASK_LISTS);
  const those = (set: ReadonlySet<number>) => examples.filter(({ number }) => set.has(number));

  it('has all of them', () => {
    expect(examples).toHaveLength(656);
    expect(different.size).toBe(82);
  });

  it.each(examples.filter(({ number }) => !different.has(number)))(
    'reads $number ($section) as the specification does',
    ({ markdown, html }) => {
      expect(ours(markdown)).toBe(judged(html));
    },
  );

  it.each(those(SHOWN_AS_TEXT))('H2: shows the HTML of $number as text', ({ markdown }) => {
    const elements = [...htmlOf(markdown).matchAll(/<([a-z][\w-]*)/gi)].map(([, name]) => name);
    expect(elements.filter((name) => !MARKDOWN_ELEMENTS.has(String(name)))).toEqual([]);
    expect(htmlOf(markdown)).toContain('&lt;');
  });

  it.each(those(NOT_LINKED))('H2: links nothing of another scheme in $number', ({ markdown }) => {
    const links = [...htmlOf(markdown).matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href);
    expect(links.filter((href) => !/^https?:/.test(href))).toEqual([]);
  });

  it.each(those(WITHOUT_AUTOLINKS))('links the bare address of $number', ({ markdown }) => {
    expect(htmlOf(markdown)).toMatch(/<a href="(?:http|mailto):/);
  });

  it.each(those(TASK_LISTS))('writes the boxes of $number as signs', ({ markdown, html }) => {
    const signs = html.replace(/<input checked[^>]*>/g, '☑').replace(/<input[^>]*>/g, '☐');
    expect(ours(markdown)).toBe(judged(signs));
  });
});

describe("the suite of GFM's extensions", () => {
  const examples = examplesOf(suite('extensions.txt'));

  it('has all of them', () => {
    expect(examples).toHaveLength(26);
  });

  it.each(examples.filter(({ number }) => !OTHERWISE.has(number)))(
    'reads $number ($section) as it does',
    ({ markdown, html }) => {
      expect(ours(markdown)).toBe(judged(html));
    },
  );

  it.each(examples.filter(({ number }) => OTHERWISE.has(number)))(
    'differs knowingly in $number ($section)',
    ({ number, markdown, html }) => {
      expect(ours(markdown)).not.toBe(judged(html));
      expect(ours(markdown)).toContain(OTHERWISE.get(number));
    },
  );
});
