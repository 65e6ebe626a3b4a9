import { randomBytes } from 'node:crypto';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createTestConfig } from '../../contract/default-config.ts';
import { createSite } from '../site.ts';
import type { Visit } from '../visit.ts';
import { gatePage } from './gate-page.ts';
import { readableAnswer } from './readable-answer.ts';

const config = createTestConfig({
  trackers: [{ id: 'Film', name: 'Film', categoryKey: 'marketing', kind: 'iframe', hosts: ['film.example'] }],
});
const site = createSite({ files: '/f/', known: { '': config } });
const visit = site.visit(new Request('https://site.example/blog/post')) as Visit;
const page = `<!doctype html><title>p</title><p>${'words '.repeat(30_000)}</p><iframe src="https://film.example/x"></iframe>`;

const answerOf = (body: BodyInit, encoding: string, headers: Record<string, string> = {}) =>
  new Response(body, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-encoding': encoding, ...headers },
  });

const ENCODED: readonly (readonly [encoding: string, (text: string) => Uint8Array<ArrayBuffer>])[] = [
  ['gzip', gzipSync],
  ['X-GZip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
  ['deflate, identity, gzip', (text) => gzipSync(deflateSync(text))],
];

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a page that arrives compressed', () => {
  it.each(ENCODED)('is gated and sent as it is: %s', async (encoding, encode) => {
    const headers = { 'content-length': '9', etag: '"a"', vary: 'accept-encoding' };
    const gated = await gatePage(answerOf(encode(page), encoding, headers), visit);
    expect(Object.fromEntries(gated.headers)).toEqual({
      'content-type': 'text/html; charset=utf-8',
      etag: 'W/"a"',
      vary: 'accept-encoding',
    });
    const html = await gated.text();
    expect(html).toContain('words </p><span data-consent-gate');
    expect(html).not.toContain('<iframe');
  });

  it('is read by Node’s own modules where the platform’s streams know less', async () => {
    const Known = DecompressionStream;
    vi.stubGlobal(
      'DecompressionStream',
      class extends Known {
        constructor(format: CompressionFormat) {
          if (!['gzip', 'deflate', 'deflate-raw'].includes(format)) throw new TypeError('unknown');
          super(format);
        }
      },
    );
    const gated = await gatePage(answerOf(brotliCompressSync(page), 'br'), visit);
    expect(await gated.text()).toContain('<span data-consent-gate');
  });

  it.each(
    ['gzip', 'deflate', 'br', 'zstd', 'gzip, br', 'klingon'].flatMap((encoding) => [
      [encoding, 'a page', page],
      [encoding, 'words', `Größe of many words before the first tag\n${page}`],
    ]),
  )('is read as it comes where whoever fetched it has undone that: %s, %s', async (encoding, _, text) => {
    const gated = await gatePage(answerOf(text, encoding), visit);
    expect([gated.status, gated.headers.has('content-encoding')]).toEqual([200, false]);
    const html = await gated.text();
    expect(html.startsWith(text.slice(0, 99))).toBe(true);
    expect(html).toContain('<span data-consent-gate');
  });

  it('is not sent where nobody here can read it, which is told', async () => {
    const told: string[] = [];
    const given = answerOf(gzipSync(page), 'klingon', { 'set-cookie': 'a=b' });
    const refused = await gatePage(given, visit, { warn: (message) => told.push(message) });
    expect([refused.status, refused.body, [...refused.headers]]).toEqual([
      500,
      null,
      [['cache-control', 'no-store']],
    ]);
    expect(told).toEqual([expect.stringMatching(/"klingon" is not sent.*Accept-Encoding: identity/)]);
  });

  it('is not sent where the runtime knows neither', async () => {
    vi.stubGlobal('DecompressionStream', undefined);
    vi.spyOn(process, 'getBuiltinModule').mockImplementation(() => undefined as never);
    const refused = await gatePage(answerOf(brotliCompressSync(page), 'br'), visit, { warn() {} });
    expect(refused.status).toBe(500);
  });

  it.each(ENCODED)('breaks off where it is cut: %s', async (encoding, encode) => {
    // Of what hardly gets smaller, so that much of it is there before its end is missed.
    const cut = encode(`<p>${randomBytes(200_000).toString('base64')}`).subarray(0, -9);
    const gated = await gatePage(answerOf(cut, encoding), visit);
    await expect(gated.text()).rejects.toThrow();
  });

  it.each(ENCODED)('is not sent where it is something else, which is told: %s', async (encoding) => {
    const warn = vi.fn();
    const noise = answerOf(new Uint8Array(64).fill(255), encoding);
    const refused = await gatePage(noise, visit, { warn });
    expect([refused.status, refused.body]).toEqual([500, null]);
    expect(warn).toHaveBeenCalledOnce();
  });

  it('is not sent where it has been encoded more than twice', async () => {
    const given = answerOf(gzipSync(gzipSync(gzipSync(page))), 'gzip, gzip, gzip');
    expect((await gatePage(given, visit, { warn() {} })).status).toBe(500);
  });

  it.each(ENCODED)('breaks off where there is more of it than any page has: %s', async (encoding, encode) => {
    const gated = await gatePage(answerOf(encode(`<p>${' '.repeat(17 * 2 ** 20)}`), encoding), visit);
    await expect(gated.text()).rejects.toThrow('A page has more than 16777216 bytes');
  });

  it('may be empty', async () => {
    expect(await (await gatePage(answerOf('', 'gzip'), visit)).text()).toBe('');
  });

  it('is let go where nobody wants it any more', async () => {
    const cancelled = vi.fn();
    const start = (controller: ReadableStreamDefaultController) => controller.enqueue(gzipSync('<p>'));
    const body = new ReadableStream({ start, cancel: cancelled });
    const gated = await gatePage(answerOf(body as never, 'gzip'), visit);
    await gated.body!.cancel('gone');
    await vi.waitFor(() => expect(cancelled).toHaveBeenCalled());
  });
});

it('leaves alone what is no page, and what nobody has compressed', async () => {
  const data = new Response(gzipSync('{}'), {
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
  });
  const plain = answerOf(page, 'identity');
  expect(await readableAnswer(data, () => {})).toBe(data);
  expect(await readableAnswer(plain, () => {})).toBe(plain);
});
