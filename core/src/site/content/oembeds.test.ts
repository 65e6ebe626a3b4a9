import { expect, it } from 'vitest';
import { config, gate, tracker, visitOf } from '../../../tests/foreign-html.ts';
import { gateHtml } from './gate-html.ts';
import { withFramesForOembeds } from './oembeds.ts';
import { thirdPartiesIn } from './third-parties.ts';

const pasted = (url: string) => `<figure class="media"><oembed url="${url}"></oembed></figure>`;

it('makes the frame of a known service of what an editor pasted, and leaves all around it', () => {
  expect(withFramesForOembeds(`<p>A</p>${pasted('https://youtu.be/dQw4w9WgXcQ?t=42')}<p>B</p>`)).toBe(
    '<p>A</p><figure class="media"><iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ?start=42" style="width:100%;aspect-ratio:16/9" frameborder="0" allowfullscreen loading="lazy"></iframe></figure><p>B</p>',
  );
});

it('makes a link of any other address of the web', () => {
  expect(withFramesForOembeds(pasted('https://other.example/?a=1&amp;b=2'))).toBe(
    '<figure class="media"><a href="https://other.example/?a=1&amp;b=2">https://other.example/?a=1&amp;b=2</a></figure>',
  );
});

it.each([
  pasted('javascript:alert(1)'),
  pasted('data:text/html,<script>alert(1)</script>'),
  pasted('//other.example/x'),
  pasted(''),
  '<figure><oembed></oembed></figure>',
])('makes nothing of %s', (html) => {
  expect(withFramesForOembeds(html)).not.toMatch(/<iframe|<a /);
});

it('lets no address end its attribute', () => {
  const html = withFramesForOembeds(
    pasted('https://other.example/&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;'),
  );
  expect(html).not.toContain('<script');
  expect(html).toContain('<a href="https://other.example/%22%3E%3Cscript%3Ealert(1)%3C/script%3E">');
});

it.each([
  ['a comment', `<!-- ${pasted('https://youtu.be/a')} -->`],
  ['a text field', `<textarea>${pasted('https://youtu.be/a')}</textarea>`],
  ['an attribute', `<p title='${pasted('https://youtu.be/a')}'>a</p>`],
  ['a tag without its end', '<oembed url="https://youtu.be/a"'],
])('leaves what only looks like it: in %s', (_, html) => {
  expect(withFramesForOembeds(html)).toBe(html);
});

it('is a gate like any other, and told of without a visitor', () => {
  const html = pasted('https://www.youtube.com/watch?v=dQw4w9WgXcQ');
  const visit = visitOf({
    ...config,
    trackers: [tracker('YouTube', 'marketing', ['www.youtube.com'])],
  });
  const gated = gateHtml(html, visit);
  expect(gated).toContain('data-consent-category="marketing" data-state="closed"');
  expect(gated).toContain(
    '<a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ" rel="noreferrer">YouTube</a>',
  );
  expect(gate(html)).toContain('data-consent-category="{&quot;or&quot;:[]}"');
  expect(thirdPartiesIn(html).addresses.map(({ host }) => host)).toEqual(['www.youtube.com']);
  expect(thirdPartiesIn(pasted('https://other.example/x')).addresses).toEqual([]);
});
