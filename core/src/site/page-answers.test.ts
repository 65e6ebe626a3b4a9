import { describe, expect, it } from 'vitest';
import { createTestConfig } from '../contract/default-config.ts';
import type { CreateSiteOptions } from './options.ts';
import { headStart, injectIntoHead, isPage, visitAnswer } from './page-answers.ts';
import { inertJson } from './page-payload.ts';
import { createSite } from './site.ts';

const encoder = new TextEncoder();

/** Sends a document in chunks of so many bytes through the injection. */
async function inject(html: string, size = html.length): Promise<string> {
  const bytes = encoder.encode(html);
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.slice(at, at + size));
  const source = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = chunks.shift();
      if (chunk) controller.enqueue(chunk);
      else controller.close();
    },
  });
  return new Response(injectIntoHead(source, '<!--M-->')).text();
}

const page = '<!doctype html><html lang="de"><head><title>Käse</title></head><body>…</body></html>';
const expected = page.replace('<head>', '<head><!--M-->');

it.each([
  ['text/html', true],
  ['Text/HTML;charset=utf-8', true],
  ['text/plain, text/html', true],
  ['application/json,\ttext/html; charset=utf-8', true],
  ['text/html, text/plain', true],
  ['text/plain', false],
  ['text/plain; of=text/html', false],
  ['application/json, text/htmlx', false],
])('an answer of the type %s is a page: %s', (type, expected) => {
  expect(isPage(new Response('', { headers: { 'content-type': type } }))).toBe(expected);
  expect(isPage(new Response(null, { headers: { 'content-type': type } }))).toBe(false);
});

describe('the head of a streamed page', () => {
  it('begins with the markup', async () => {
    expect(await inject(page)).toBe(expected);
  });

  it.each([1, 2, 3, 7, 33])('does so wherever the stream is cut (%i bytes)', async (size) => {
    expect(await inject(page, size)).toBe(expected);
  });

  it.each([1, 5, 40, 1000])(
    'is left as it is where it has ours already (%i bytes at a time)',
    async (size) => {
      const own = page.replace(
        '<head>',
        '<head><script type="application/json" data-consent-config>{}</script>',
      );
      expect(await inject(own, size)).toBe(own);
    },
  );

  it.each(['<head>', '<head><script type="appli'])(
    'begins with the markup where the page ends early: %s',
    async (cut) => {
      expect(await inject(cut, 3)).toBe(cut.replace('<head>', '<head><!--M-->'));
    },
  );

  it('may have attributes and any case', async () => {
    expect(await inject('<HTML><HEAD data-x="a>b"\n><p>')).toBe('<HTML><HEAD data-x="a>b"\n><!--M--><p>');
  });

  it('is not a header element, nor one in a comment', () => {
    expect(headStart('<html><header>')).toBe(-1);
    expect(headStart('<!-- <head> --><html><head>')).toBe('<!-- <head> --><html><head>'.length);
  });

  it('leaves a fragment without a head as it is', async () => {
    expect(await inject('<p>island</p>', 4)).toBe('<p>island</p>');
  });

  it('passes the rest on as it comes', async () => {
    let push: (text: string) => void = () => {};
    const source = new ReadableStream<Uint8Array>({
      start(controller) {
        push = (text) => controller.enqueue(encoder.encode(text));
      },
    });
    const reader = injectIntoHead(source, '<!--M-->').getReader();
    const read = async () => new TextDecoder().decode((await reader.read()).value);
    push('<html><head><title>first');
    expect(await read()).toBe('<html><head><!--M--><title>first');
    push('second');
    expect(await read()).toBe('second');
    await reader.cancel();
  });

  it('is left alone when the page turns out to have written the markup by itself', async () => {
    const source = new Blob([expected]).stream();
    const html = await new Response(injectIntoHead(source, '<!--M-->', () => true)).text();
    expect(html).toBe(expected);
  });

  it('cannot be ended by a text of the CMS', () => {
    const text = inertJson({ title: '</script><script>alert(1)</script>\u2028<!--' });
    expect(text).not.toMatch(/[<\u2028]/);
    expect(JSON.parse(text).title).toBe('</script><script>alert(1)</script>\u2028<!--');
  });
});

describe('the answer to a visit', () => {
  /** What an answer that says this says in the end. */
  async function said(render: CreateSiteOptions['render'], headers: Record<string, string>) {
    const site = createSite({ config: createTestConfig(), files: '/f/', render });
    const visit = await site.visit(new Request('https://shop.example/'));
    const answer = visitAnswer(new Response('<p>', { headers }), visit);
    return [answer.headers.get('cache-control'), answer.headers.get('vary')];
  }

  it.each([
    ['visitor', 'public, max-age=60', 'private, max-age=60', 'Accept-Language, Cookie'],
    ['model', 'public, max-age=60', 'public, max-age=60', 'Accept-Language, consent-model'],
    ['neutral', 'public, max-age=60', 'public, max-age=60', 'Accept-Language'],
  ] as const)('is for those whom a page of render: %s is for', async (render, given, cacheControl, vary) => {
    const headers = { 'cache-control': given, vary: 'Accept-Language' };
    expect(await said(render, headers)).toEqual([cacheControl, vary]);
  });
});
