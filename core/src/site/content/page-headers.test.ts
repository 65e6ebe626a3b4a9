import { describe, expect, it } from 'vitest';
import { createTestConfig } from '../../contract/default-config.ts';
import { createSite } from '../site.ts';
import type { Visit } from '../visit.ts';
import { gatePage } from './gate-page.ts';

const config = createTestConfig({
  trackers: [
    { id: 'Font', name: 'Font', categoryKey: 'functional', kind: 'script', hosts: ['font.example'] },
  ],
});
const site = createSite({ files: '/f/', known: { '': config } });
const visit = site.visit(new Request('https://site.example/blog/post')) as Visit;

async function headersOf(headers: Record<string, string>, of = visit) {
  const answer = new Response('<!doctype html><p>text', {
    headers: { 'content-type': 'text/html', ...headers },
  });
  return (await gatePage(answer, of)).headers;
}

describe('the links in a header of a page through the gate', () => {
  it.each([
    ['a style', '<https://evil.example/a.css>; rel=preload; as=style'],
    ['one without quotes', '<//evil.example>;rel=preconnect'],
    ['one of several relations', '<https://evil.example/>; rel="next dns-prefetch"'],
    ['one that does not say what it is', '<https://evil.example/>'],
    ['one that is no link', 'https://evil.example/; rel=preload'],
    ['one of somebody declared', '<https://font.example/a.woff2>; rel="preload"; as="font"'],
    [
      'a set of pictures',
      '</a.jpg>; rel=preload; as=image; imagesrcset="/b.jpg 1x, https://evil.example/1 2x"',
    ],
    ['one that says another relation in its title', '<//evil.example>; title="; rel=next"; rel=preload'],
  ])('are none that loads: %s', async (_, link) => {
    const own = '</own.css>; rel=preload; as=style; title="a, b"';
    expect((await headersOf({ link })).get('link')).toBeNull();
    expect((await headersOf({ link: `${link}, ${own}` })).get('link')).toBe(own);
    expect((await headersOf({ link: `${own}, ${link}` })).get('link')).toBe(own);
  });

  it('keep what loads nothing, and the site’s own', async () => {
    const link =
      '<https://other.example/a>; rel=canonical, <//other.example>; rel="hub webmention", </b.js>; rel="modulepreload"';
    expect((await headersOf({ link })).get('link')).toBe(link);
  });

  it.each([
    ['an escaped letter', '<https://evil.example/1>; rel="prelo\\ad"; as=image'],
    [
      'an escape in a set of pictures',
      '</own.png>; rel=preload; as=image; imagesrcset="ht\\tp://evil.example/1 1x"',
    ],
    [
      'an escape that some leave there',
      '</own.png>; rel=preload; as=image; imagesrcset="/\\evil.example/1 1x"',
    ],
    ['a second relation', '<https://evil.example/1>; rel=next; rel=preload; as=image'],
    ['a second set', '</a>; rel=preload; imagesrcset="/b 1x"; imagesrcset="//evil.example/1 1x"; as=image'],
    ['upper case', '<https://evil.example/1>; REL=PRELOAD; as=image'],
  ])('are none that loads by what it means: %s', async (_, link) => {
    expect((await headersOf({ link: `</a>; rel=next, ${link}, </b>; rel=next` })).get('link')).toBe(
      '</a>; rel=next, </b>; rel=next',
    );
  });

  it.each([
    ['a quote in a bare word', '<https://evil.example/1>; x=a"; rel=foo; y="; rel=preload; as=image'],
    ['a quote that never ends', '<https://evil.example/1>; rel=next; x="; rel=preload'],
    ['an escaped quote', '</a>; x="\\", <https://evil.example/1>; rel=preload; y=\\""'],
    ['an escape before the last quote', '</a>; x="\\\\", y="<https://evil.example/1>; rel=preload'],
    ['words behind a quoted one', '<https://evil.example/1>; x="a"b; rel=preload'],
    ['a link in quotes', '</a>; x*=a; y=", <https://evil.example/1>; rel=preload; z=a"'],
    ['apostrophes for quotes', "<https://evil.example/1>; rel='preload'; as=image"],
    ['apostrophes around a sign', "</a>; x=a'; y=', <https://evil.example/1>; rel=preload'"],
    ['an address that does not end', '<https://evil.example/1; rel=preload'],
    ['an address in an address', '<a<https://evil.example/1>; rel=preload'],
    ['a quote in an address', '<https://evil.example/1">; rel=preload; x="'],
  ])('end where browsers read them in several ways: %s', async (_, link) => {
    expect((await headersOf({ link })).get('link')).toBeNull();
    const whole = `</own.css>; rel=preload; as=style, ${link}, </b>; rel=next`;
    expect((await headersOf({ link: whole })).get('link')).toBe('</own.css>; rel=preload; as=style');
  });

  it('stay as they are written, with all that is common', async () => {
    const link =
      '<https://other.example/?a,b;c>; rel=next; title*=UTF-8\'\'a%20b;title="it\'s; a, b" ; hreflang=de,</a>;rel=preload;as=font;crossorigin;, <>; rel="self"';
    expect((await headersOf({ link })).get('link')).toBe(link.replace(',</a>', ', </a>'));
  });

  it('are read in time, however long they are', async () => {
    const link = [`</a>${' '.repeat(30_000)}"`, `</a>${'; '.repeat(15_000)}"`, ','.repeat(30_000)];
    const start = performance.now();
    for (const one of link) expect((await headersOf({ link: one })).get('link')).toBeNull();
    expect(performance.now() - start).toBeLessThan(1000);
  });

  it('load for whoever has granted it', async () => {
    const granting = createSite({
      files: '/f/',
      known: { '': { ...config, jurisdiction: { ...config.jurisdiction, model: 'notice' } } },
    });
    const granted = granting.visit(new Request('https://site.example/')) as Visit;
    const link = '<https://font.example/a.woff2>; rel=preload; as=font';
    expect(granted.has('functional')).toBe(true);
    expect((await headersOf({ link }, granted)).get('link')).toBe(link);
    expect((await headersOf({ link: link.replace('font.', 'evil.') }, granted)).get('link')).toBeNull();
  });
});

describe('a refresh in a header of a page through the gate', () => {
  it.each([
    '0;url=https://evil.example/1',
    '0; URL = "https://evil.example/1"',
    '5 , //evil.example/1',
    '0;https://evil.example/1',
    '9;url=/own, 0;url=https://evil.example/1',
    '0;url=https://font.example/',
  ])('leads to nobody else: %s', async (refresh) => {
    expect((await headersOf({ refresh })).get('refresh')).toBeNull();
  });

  it.each(['5', '0;url=/next?a=1;b=2', '5; url=https://site.example/'])(
    'stays where it leads to the site itself: %s',
    async (refresh) => {
      expect((await headersOf({ refresh })).get('refresh')).toBe(refresh);
    },
  );
});

describe('speculation rules in a header of a page through the gate', () => {
  it.each([
    '"https://evil.example/rules.json"',
    '"/own.json", "//evil.example/rules.json"',
    '"/own.json";a="https://evil.example/"',
    '"ht\\\\tps://evil.example/"',
    'https://evil.example/rules.json',
    '"/own.json',
  ])('are nobody else’s, and none that cannot be read: %s', async (rules) => {
    expect((await headersOf({ 'speculation-rules': rules })).get('speculation-rules')).toBeNull();
  });

  it('stay where they are the site’s own', async () => {
    const rules = '"/own.json", "https://site.example/rules.json"';
    expect((await headersOf({ 'speculation-rules': rules })).get('speculation-rules')).toBe(rules);
  });
});

it.each<[string, BodyInit | null, Record<string, string>]>([
  ['an empty page', null, { 'content-type': 'text/html' }],
  ['a text', 'text', { 'content-type': 'text/plain' }],
  ['a file to save', 'text', { 'content-type': 'text/html', 'content-disposition': 'attachment' }],
])('the headers of %s load as little as those of a page', async (_, body, headers) => {
  const link = '<https://evil.example/1>; rel=preload; as=image';
  const answer = new Response(body, { headers: { ...headers, link, refresh: '0;url=//evil.example' } });
  const gated = (await gatePage(answer, visit)).headers;
  expect([gated.get('link'), gated.get('refresh')]).toEqual([null, null]);
  expect(
    (await gatePage(new Response(body, { headers: { ...headers, 'x-a': 'b' } }), visit)).headers.get('x-a'),
  ).toBe('b');
});
