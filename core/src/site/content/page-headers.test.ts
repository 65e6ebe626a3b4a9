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
