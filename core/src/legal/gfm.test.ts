import gfm from 'cmark-gfm-js';
import { describe, expect, it } from 'vitest';
import { htmlOf, reading, withoutTableDress } from '../../tests/markdown-reading.ts';

/** GitHub's own parser is the judge of its extensions, beyond the specification's examples. */
const judged = (markdown: string) =>
  reading(
    gfm
      .convert(markdown)
      // Both say where a column is aligned, each in its own attribute.
      .replace(/ style="text-align: (\w+)"/g, ' align="$1"'),
  );

const ours = (markdown: string) => reading(withoutTableDress(htmlOf(markdown)));

const TABLES = [
  '| a | b |\n| --- | --- |\n| c | d |',
  '| abc | def |\n| :-: | --: |\nghi | jkl',
  '| a |\n| --- |\n| b `\\|` c |\n| d **\\|** e |',
  '| a | b |\n| --- | --- |\n| c | d |\n> quote',
  '| a | b |\n| --- | --- |\n| c | d |\ne\n\nf',
  '| a | b |\n| --- |\n| c |',
  '| a | b |\n| --- | --- |\n| c |\n| d | e | f |',
  '| a | b |\n| --- | --- |',
  'a | b\n:- | -\nc | d\n',
  '| *a* | [b](/c) |\n| - | - |\n| ![d](/e) | `f` |',
  '- | a |\n  | - |\n  | b |',
  '> | a |\n> | - |\n> | b |',
  'text\n\n| a |\n| - |\n| b |\n\ntext',
  '| a |\n| - |\n| b |\n# c',
  '| a |\n| - |\n| b |\n\n---',
  '| a |\n| - |\n| b |\n- c',
  '| a |\n| - |\n| b |\n```\nc\n```',
  '|   a   |b|\n|-----|-|\n|c|   d   |',
  '| a | b |\n|:---|---:|\n| | c |',
  '   | a |\n   | - |\n   | b |',
  '    | a |\n    | - |\n    | b |',
  '| ~~a~~ | www.b.example |\n| - | - |\n| c | d@e.example |',
  '| ä | 🌊 |\n| - | - |\n| ß | ‑ |',
];

const STRIKETHROUGH = [
  '~~a~~ b',
  'a ~~b~~c',
  '~~a\n\nb~~',
  '~~a *b* c~~',
  '**a ~~b~~ c**',
  '~~ a ~~',
  '`~~a~~`',
  '~~a',
  'a~~',
  '[~~a~~](/b)',
  '~~a\nb~~',
];

const ADDRESSES = [
  'www.commonmark.example',
  'See www.commonmark.example/help for more.',
  'See www.commonmark.example.',
  'See www.commonmark.example/a.b.',
  'www.a.example/search?q=b+(c)',
  'www.a.example/search?q=b+(c))',
  '(www.a.example/search?q=b+(c))',
  '(www.a.example/search?q=b+(c)',
  'www.a.example/search?q=(b))+c',
  'www.a.example/search?q=b&d=e',
  'www.a.example/b<c',
  'http://a.example',
  '(Visit https://a.example/help)',
  'https://a.example/b?c#d, then',
  'a@b.example',
  'Write to a.b+c@d-e.example!',
  'a@b.example.',
  'a@b.example-',
  'a@b',
  '`www.a.example`',
  '[www.a.example](/b)',
  '*www.a.example*',
  '<https://a.example>',
  'http://',
  'www.',
];

const RAW = ['a <title> b', '<script>alert(1)</script>', 'a <iframe src="/b"> c'];

describe("GFM's extensions, as GitHub's own parser reads them", () => {
  it.each(TABLES)('table %j', (markdown) => {
    expect(ours(markdown)).toBe(judged(markdown));
  });

  it.each(STRIKETHROUGH)('strikethrough %j', (markdown) => {
    expect(ours(markdown)).toBe(judged(markdown));
  });

  it.each(ADDRESSES)('bare address %j', (markdown) => {
    expect(ours(markdown)).toBe(judged(markdown));
  });

  it('differs knowingly: an escaped backslash leaves the pipe behind it a pipe', () => {
    const markdown = '| a \\\\| b |\n| - | - |';
    expect(ours(markdown)).toBe('<TABLE><THEAD><TR><TH>a \\</><TH>b</></></></>');
    expect(judged(markdown)).not.toContain('TABLE');
  });

  it('differs knowingly: tildes of unequal number are text, as in later versions of its parser', () => {
    expect(ours('\\~~a~~')).toBe('<P>~~a~~</>');
  });

  it.each(RAW)('H2: raw HTML is text, which is more than GFM takes away: %j', (markdown) => {
    expect(htmlOf(markdown)).toContain('&lt;');
    expect(htmlOf(markdown)).not.toMatch(/<(?:title|script|iframe)/);
  });
});
