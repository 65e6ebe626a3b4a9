import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createTestConfig } from '../../contract/default-config.ts';
import { createSite } from '../site.ts';
import type { Visit } from '../visit.ts';
import { gatePage } from './gate-page.ts';
import { fileAnswer } from './labelled-answer.ts';

const config = createTestConfig({
  trackers: [{ id: 'Film', name: 'Film', categoryKey: 'marketing', kind: 'iframe', hosts: ['film.example'] }],
});
const site = createSite({ files: '/f/', known: { '': config } });
const visit = site.visit(new Request('https://site.example/blog/post')) as Visit;

const frame = '<iframe src="https://film.example/x"></iframe>';

/** As bytes: of a text `Response` would say that it is one. */
const answerOf = (pieces: readonly (string | Uint8Array)[], headers: Record<string, string> = {}) =>
  new Response(
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of pieces)
          controller.enqueue(typeof piece === 'string' ? new TextEncoder().encode(piece) : piece);
        controller.close();
      },
    }),
    { headers },
  );

describe('an answer that says no type', () => {
  it.each<[string, (string | Uint8Array)[], Record<string, string>]>([
    ['from its first byte on', [`<!DOCTYPE html><title>p</title><p>${frame}`], {}],
    ['in pieces, behind white space', [' \n', '\t', '', '<', 'div', `>${frame}`], {}],
    ['with a remark first', [`<!-- x -->${frame}`], {}],
    ['by a tag that Firefox alone knows', [`<img src="https://film.example/x">${frame}`], {}],
    ['with a type that says nothing', [frame], { 'content-type': 'application/unknown' }],
    ['with any type', [frame], { 'content-type': '*/*' }],
    ['with what is no type', [frame], { 'content-type': 'html; charset=utf-8' }],
    ['compressed', [gzipSync(`<p>${frame}`)], { 'content-encoding': 'gzip' }],
  ])('is a page where browsers find it to be one: %s', async (_, pieces, headers) => {
    const gated = await gatePage(answerOf(pieces, headers), visit);
    expect(gated.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const html = await gated.text();
    expect(html).toContain('data-consent-gate');
    expect(html).not.toContain('<iframe');
  });

  it('is no page to any browser where its first tag is of nothing that they know', async () => {
    const gated = await gatePage(answerOf([`<?xml version="1.0"?><x>${frame}</x>`]), visit);
    expect([...gated.headers]).toEqual([['x-content-type-options', 'nosniff']]);
    expect(await gated.text()).toBe(`<?xml version="1.0"?><x>${frame}</x>`);
  });

  it.each<[string, (string | Uint8Array)[]]>([
    ['text', [`text ${frame}`]],
    ['bytes', [new Uint8Array([0x89, 0x50, 0x4e, 0x47]), frame]],
    ['nothing', []],
    ['more white space than they look at', [' '.repeat(5000), frame]],
  ])('passes byte for byte where they do not: %s', async (_, pieces) => {
    const gated = await gatePage(answerOf(pieces), visit);
    expect([...gated.headers]).toEqual([]);
    const whole = await answerOf(pieces).arrayBuffer();
    expect(Buffer.from(await gated.arrayBuffer()).equals(Buffer.from(whole))).toBe(true);
  });

  it('passes where it is a part of something', async () => {
    const answer = new Response(answerOf([frame]).body, { status: 206 });
    expect(await gatePage(answer, visit)).toBe(answer);
  });

  it('passes where it forbids browsers to guess', async () => {
    const answer = answerOf([frame], { 'x-content-type-options': 'nosniff' });
    expect(await gatePage(answer, visit)).toBe(answer);
  });

  it('is let go of where nobody waits for it any more', async () => {
    let reason: unknown;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('so far')),
      cancel: (given) => {
        reason = given;
      },
    });
    const gated = await gatePage(new Response(body), visit);
    await gated.body!.cancel('gone');
    expect(reason).toBe('gone');
  });
});

describe('a file to save', () => {
  it.each([
    ['attachment', 'text/html; charset=utf-8'],
    ['Attachment ; filename="a, b.html"', 'TEXT/HTML'],
    ["attachment;filename*=UTF-8''%e2%82%ac.html", 'application/xhtml+xml'],
    ['attachment; filename="page"', ''],
  ])('comes byte for byte, and as what nobody shows: %s, %s', async (disposition, type) => {
    const headers = { 'content-disposition': disposition, 'content-type': type };
    const saved = await gatePage(answerOf([frame], headers), visit);
    expect(Object.fromEntries(saved.headers)).toEqual({
      'content-disposition': disposition,
      'content-type': 'application/octet-stream',
    });
    expect(await saved.text()).toBe(frame);
  });

  it('comes compressed where it is', async () => {
    const headers = {
      'content-disposition': 'attachment',
      'content-type': 'text/html',
      'content-encoding': 'gzip',
    };
    const saved = await gatePage(answerOf([gzipSync(frame)], headers), visit);
    expect(saved.headers.get('content-encoding')).toBe('gzip');
    expect(Buffer.from(await saved.arrayBuffer()).equals(gzipSync(frame))).toBe(true);
  });

  it('stays what it is where that is no page', async () => {
    const headers = { 'content-disposition': 'attachment', 'content-type': 'application/pdf' };
    const saved = await gatePage(answerOf([frame], headers), visit);
    expect(Object.fromEntries(saved.headers)).toEqual(headers);
    expect(await saved.text()).toBe(frame);
  });

  it('I5: has no link by which somebody is asked where a router fetches it', async () => {
    const link = '<https://font.example/a.woff2>; rel=preload; as=font';
    const headers = { 'content-disposition': 'attachment', 'content-type': 'text/html', link };
    expect((await gatePage(answerOf([frame], headers), visit)).headers.has('link')).toBe(false);
  });

  it.each([
    'inline',
    'inline; filename="attachment"',
    'filename="a.html"',
    '; attachment',
    'attachment, inline',
    'attachment filename=a.html',
    'attachments',
    '"attachment"',
    'form-data',
  ])('is gated where some browser may show it: %s', async (disposition) => {
    const headers = { 'content-disposition': disposition, 'content-type': 'text/html' };
    const gated = await gatePage(answerOf([frame], headers), visit);
    expect(gated.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await gated.text()).not.toContain('<iframe');
  });
});

describe('an answer of several types', () => {
  it.each([
    'text/plain, text/html',
    'application/json, text/html;charset=utf-8',
    'text/plain,application/xhtml+xml',
    'text/html, text/plain',
    'text/html;charset=utf-8,application/json',
    'application/xhtml+xml; charset=utf-8, text/plain',
    'application/xml,\tApplication/XHTML+XML',
    'text/plain; a=", text/html',
    'text/html, application/xhtml+xml',
  ])('is a page where some browser shows it as one: %s', async (type) => {
    const answer = answerOf([`<p>${frame}`], { 'content-type': type });
    const gated = await gatePage(answer, visit, { warn() {} });
    expect(gated.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await gated.text()).not.toContain('<iframe');
  });

  it.each([
    '*/*, application/unknown',
    'text/plain, unknown/unknown',
    'none, */*',
    'text/',
    '/html',
    'te xt/x',
    'text/plain\u00a0',
    '\u00a0text/plain',
  ])('or of none is one where browsers guess it to be: %s', async (type) => {
    const gated = await gatePage(answerOf([`<p>${frame}`], { 'content-type': type }), visit);
    expect(gated.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await gated.text()).not.toContain('<iframe');
  });

  it.each([
    'text/plain, application/json',
    'application/unknown, text/plain',
    'text/plain, */*',
    'text/htmlx',
  ])('is none where they do not: %s', async (type) => {
    const answer = answerOf([`<p>${frame}`], { 'content-type': type });
    expect(await gatePage(answer, visit)).toBe(answer);
  });

  it('is one to guess where what forbids that is no word of it', async () => {
    const headers = { 'x-content-type-options': 'nosniff-not' };
    expect(await (await gatePage(answerOf([`<p>${frame}`], headers), visit)).text()).not.toContain('<iframe');
  });
});

describe('XHTML', () => {
  it('is read and sent as HTML, and told of', async () => {
    const told: string[] = [];
    const text = `<html xmlns="http://www.w3.org/1999/xhtml"><body>${frame}</body></html>`;
    const answer = answerOf([text], { 'content-type': 'application/xhtml+xml; charset=utf-8' });
    const gated = await gatePage(answer, visit, { warn: (message) => told.push(message) });
    expect(gated.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await gated.text()).toContain('data-consent-gate');
    expect(told).toEqual([expect.stringContaining('application/xhtml+xml')]);
  });
});

describe('a file made at build', () => {
  it.each([
    ['/embed.html', 'text/plain;charset=UTF-8', 'text/html; charset=utf-8'],
    ['/embed.HTM', null, 'text/html; charset=utf-8'],
    ['/feed.xml', 'text/plain;charset=UTF-8', 'text/plain;charset=UTF-8'],
    ['/html', 'application/json', 'application/json'],
  ])('is a page where its name says so: %s', async (pathname, type, served) => {
    const file = fileAnswer(answerOf([frame], type ? { 'content-type': type } : {}), { pathname });
    expect(file.headers.get('content-type')).toBe(served);
    const gated = await (await gatePage(file, visit)).text();
    expect(gated.includes('<iframe')).toBe(!served.startsWith('text/html'));
  });

  it('is no download, of which nothing is left but the file', async () => {
    const headers = { 'content-type': 'text/html', 'content-disposition': 'attachment' };
    const file = fileAnswer(answerOf([frame], headers), { pathname: '/export.html' });
    expect(await (await gatePage(file, visit)).text()).not.toContain('<iframe');
    const other = answerOf([frame], { ...headers, 'content-type': 'application/pdf' });
    expect(fileAnswer(other, { pathname: '/export.pdf' })).toBe(other);
  });

  it.each(['/page.xhtml', '/page.XHT'])(
    'is none where its name has it served as XHTML, which is told: %s',
    (pathname) => {
      const told: string[] = [];
      const answer = answerOf([frame], { 'content-type': 'text/html' });
      const file = fileAnswer(answer, { pathname }, (message) => told.push(message));
      expect(file.body).toBeNull();
      expect(told).toEqual([expect.stringContaining(`${pathname} is not made`)]);
    },
  );
});
