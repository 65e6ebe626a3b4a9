import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTestConfig } from '../../contract/default-config.ts';
import { createSite } from '../site.ts';
import type { Visit } from '../visit.ts';
import { gateHtml } from './gate-html.ts';
import { type GatePageOptions, gatePage } from './gate-page.ts';

const config = createTestConfig({
  trackers: [{ id: 'Film', name: 'Film', categoryKey: 'marketing', kind: 'iframe', hosts: ['film.example'] }],
});
const site = createSite({ files: '/f/', known: { '': config } });
const visit = site.visit(new Request('https://site.example/blog/post')) as Visit;
const film = '<iframe src="https://film.example/x"></iframe>';
const begin = '<!doctype html><html><head><title>p</title></head><body><p>text</p>';

type Piece = string | Uint8Array;

const bytesOf = (piece: Piece) => (typeof piece === 'string' ? new TextEncoder().encode(piece) : piece);

/** An answer in these pieces, of which the next comes once `next` is called. */
function streamed(pieces: readonly Piece[], headers: Record<string, string> = {}) {
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
    },
  });
  const rest = [...pieces];
  const next = () => {
    const piece = rest.shift();
    if (piece === undefined) controller.close();
    else controller.enqueue(bytesOf(piece));
  };
  return { answer: new Response(body, { headers: { 'content-type': 'text/html', ...headers } }), next };
}

async function gated(pieces: readonly Piece[], headers?: Record<string, string>, options?: GatePageOptions) {
  const { answer, next } = streamed(pieces, headers);
  const response = await gatePage(answer, visit, options);
  for (let at = 0; at <= pieces.length; at += 1) next();
  return new Uint8Array(await response.arrayBuffer());
}

const textOf = async (
  pieces: readonly Piece[],
  headers?: Record<string, string>,
  options?: GatePageOptions,
) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(await gated(pieces, headers, options));

describe('a page through the gate', () => {
  it('holds back hosts in letters of another alphabet, which are other hosts as single bytes', async () => {
    for (const host of ['straße.example', 'bücher.example', '例え.jp', 'россия.рф']) {
      expect(await textOf([begin, `<script>s.src="https://${host}/x.js"</script>`])).toContain(
        'type="text/plain"',
      );
      expect(await textOf([begin, `<img src="https://${host}/x.png">`])).not.toContain('<img');
    }
  });

  it.each([
    ['<picture><img src="//a.example/x" alt="A"></picture>', 1],
    ['<picture><source srcset="/own.webp"><img src="/own.png"></picture>', 0],
    ['<picture><source srcset="/own.webp"><img src="//a.example/x"></picture>', 0],
    [`<picture><img src="/own.png"><p>never ended</p>${film}`, 1],
  ])('makes a gate of a picture at most, and of nothing behind it: %s', async (html, gates) => {
    const end = '<footer>end</footer></body></html>';
    for (const pieces of [[begin + html + end], [begin, ...html.split(/(?=<)/), end]]) {
      const text = await textOf(pieces);
      expect(text.startsWith(begin)).toBe(true);
      expect(text.endsWith(end)).toBe(true);
      expect(text.split('<span data-consent-gate ')).toHaveLength(gates + 1);
      expect(text).not.toMatch(/ src="\/\/a\.example/);
    }
  });

  it('passes on what comes before the first tag that may load, as it comes', async () => {
    const { answer, next } = streamed([
      begin,
      '<p>more</p><im',
      `g src="/own.png"><p>a</p>${film}<p>b`,
      '</p>',
    ]);
    const reader = (await gatePage(answer, visit)).body!.getReader();
    const read = async () => new TextDecoder().decode((await reader.read()).value);
    next();
    expect(await read()).toBe(begin);
    next();
    expect(await read()).toBe('<p>more</p>');
    next();
    expect(await read()).toBe('<img src="/own.png"><p>a</p>');
    next();
    next();
    expect(await read()).toMatch(/^<span data-consent-gate .*<\/span><p>b<\/p>$/s);
    expect((await reader.read()).done).toBe(true);
  });

  it('keeps what is not foreign byte for byte, in whatever pieces it comes', async () => {
    const page = bytesOf(`${begin}<p title="ä <b> ö">ü€😀</p><a href="https://film.example/">x</a>`);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(page.length), { maxLength: 6 }), async (cuts) => {
        const at = [0, ...cuts.sort((one, other) => one - other), page.length];
        const pieces = at.slice(1).map((end, index) => page.subarray(at[index], end));
        expect(await gated(pieces)).toEqual(page);
      }),
    );
  });

  it('holds back the same, in whatever pieces it comes', async () => {
    const page = `${begin}<video controls><source src="/own.mp4"><source src="//film.example/1"></video>é${film}<p>z`;
    const whole = gateHtml(page, visit, { page: true, ownCode: true, mark: 'm' }).replaceAll('="m"', '');
    expect(whole).not.toContain('<video');
    const bytes = bytesOf(page);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 6 }), async (cuts) => {
        const at = [0, ...cuts.sort((one, other) => one - other), bytes.length];
        const pieces = at.slice(1).map((end, index) => bytes.subarray(at[index], end));
        expect(await textOf(pieces)).toBe(whole);
      }),
    );
  });

  it('takes code that names no third party for the site’s own, and no other', async () => {
    const own = `${begin}<script>start("/x.js")</script><button onclick="go()">x</button>`;
    expect(await textOf([own])).toBe(own);
    expect(await textOf([`${begin}<script>load("//film.example/x.js")</script>`])).toContain(
      'type="text/plain"',
    );
    expect(await textOf([`${begin}<img src="/none" onerror="load('//film.example/')">`])).not.toContain(
      ' onerror',
    );
  });

  it('leaves alone what has been gated with its mark, and what claims it is held', async () => {
    const mark = 'secret';
    const content = gateHtml(film, visit, { mark });
    const held = `<div data-consent-gate><template data-consent-text="${mark}">${film}</template></div>`;
    const page = await textOf([begin, content, held], {}, { mark });
    expect(page).toBe(
      begin + content.replace(`="${mark}"`, '') + held.replace(` data-consent-text="${mark}"`, ''),
    );
    const claimed = await textOf([begin, held.replaceAll(mark, 'guessed')], {}, { mark });
    expect(claimed).not.toContain('<iframe src');
    const forged = content.replaceAll(mark, 'guessed');
    expect(await textOf([begin, forged], {}, { mark })).not.toContain('data-consent-text');
  });

  it('reads a piece of a page as what it may become, too', async () => {
    expect(await textOf([`<tr><td>${film}</td></tr>`])).not.toContain('<iframe src');
    expect(await textOf([`<frameset><frame src="//film.example/x"></frameset>`])).not.toContain(' src=');
  });

  it('holds all of the rest back where a page cannot be read', async () => {
    const hard = Array.from({ length: 16_000 }, (_, index) => `<p><b a=${index}>`);
    const page = await textOf([begin, ...hard, film]);
    expect(page.startsWith(begin)).toBe(true);
    expect(page).not.toContain('<iframe');
  });
});

describe('what a browser reads in another way', () => {
  const utf16 = (text: string) =>
    new Uint8Array(Uint16Array.from(`\ufeff${text}`, (char) => char.charCodeAt(0)).buffer);
  const latin1 = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));

  it.each<[string, Piece[], string]>([
    ['UTF-16, by its first bytes', [utf16(begin + film)], 'text/html; charset=utf-8'],
    ['UTF-16, as the answer says', [utf16(begin + film).subarray(2)], 'text/html; charset=utf-16le'],
    ['Latin 1, as the answer says', [latin1(`${begin}é${film}`)], 'text/html; charset=iso-8859-1'],
    [
      'a set that hides tags',
      ['<ifr\u001b(Bame src="https://film.example/x"></iframe>'],
      'text/html; charset=iso-2022-jp',
    ],
    ['one that nobody knows', [begin + film], 'text/html; charset=klingon'],
    ['none at all', [begin + film], 'text/html'],
  ])('is sent as it was read here: %s', async (_, pieces, contentType) => {
    const { answer, next } = streamed(pieces, { 'content-type': contentType });
    const response = await gatePage(answer, visit);
    for (let at = 0; at <= pieces.length; at += 1) next();
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const html = await response.text();
    expect(html).toContain('data-consent-gate');
    expect(html).not.toContain('<iframe');
    if (contentType.includes('8859')) expect(html).toContain('é');
  });
});

describe('a type that says its charset so that browsers may read another one', () => {
  it.each([
    'text/html; charset = utf-8',
    'text/html; charset =utf-8',
    'text/html; charset= utf-8',
    'text/html; x="; charset=utf-8"',
    'text/html; x="; charset=utf-8"; charset=iso-2022-jp',
    'text/html; x="\\"; charset=utf-8"; y=z',
    'text/html; charset="utf-8',
    'text/html; charset="ut\\f-8"',
    'text/html; charset=utf-8; charset=iso-2022-jp',
    'text/html; charset=iso-2022-jp; charset=utf-8',
    'text/html; charset=utf-8, text/html; charset=iso-2022-jp',
    "text/html; charset='iso-2022-jp'",
    'text/html; charset=utf8',
    'TEXT/HTML;CHARSET="UTF-8"',
    'text/html;',
  ])('is UTF-8, and sent as nothing else: %s', async (contentType) => {
    const { answer, next } = streamed([begin, `${film}é`], { 'content-type': contentType });
    const response = await gatePage(answer, visit);
    for (let at = 0; at <= 2; at += 1) next();
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const html = await response.text();
    expect(html).toContain('é');
    expect(html).not.toContain('<iframe');
  });

  it.each(['text/html;charset="iso-8859-1"', 'Text/HTML ; Charset=Latin1'])(
    'is another where it says that and nothing else: %s',
    async (contentType) => {
      const bytes = Uint8Array.from(`${begin}é`, (char) => char.charCodeAt(0));
      expect(await textOf([bytes], { 'content-type': contentType })).toBe(`${begin}é`);
    },
  );
});

describe('what is no page', () => {
  it('passes untouched', async () => {
    const { answer } = streamed([film], { 'content-type': 'application/json', 'content-encoding': 'br' });
    expect(await gatePage(answer, visit)).toBe(answer);
  });

  it('has no length that is not its own', async () => {
    const { answer } = streamed([film], { 'content-length': '9', etag: '"a"' });
    const { headers } = await gatePage(answer, visit);
    expect([headers.get('content-length'), headers.get('etag')]).toEqual([null, '"a"']);
  });
});
