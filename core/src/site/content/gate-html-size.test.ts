import { Tokenizer } from 'parse5';
import { describe, expect, it, vi } from 'vitest';
import { config, film, gate, tracker, visit, visitOf } from '../../../tests/foreign-html.ts';
import { gateHtml } from './gate-html.ts';
import { gatePage } from './gate-page.ts';

/** An answer that comes in pieces of 1000 bytes, wherever its tags are. */
function inPieces(page: Uint8Array): Response {
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at < page.length) controller.enqueue(page.subarray(at, at + 1000));
      else controller.close();
      at += 1000;
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/html; charset=utf-8' } });
}

describe('much content', () => {
  /** How often addresses are judged and markup is written, by which time grows: what comes out, and what is read. */
  const growth = (html: (times: number) => string) => {
    const [some, more] = [gate(html(500)), gate(html(1000))];
    return more.length / some.length;
  };

  it.each([
    ['gates', (times: number) => '<p><iframe src="https://film.example/x"></iframe></p>'.repeat(times)],
    ['pictures', (times: number) => '<img alt="" src="https://film.example/x">'.repeat(times)],
    ['frames that do not end', (times: number) => '<video src="https://film.example/x"><p>'.repeat(times)],
  ])('grows by as much as it has: %s', (_, html) => {
    expect(growth(html)).toBeGreaterThan(1.8);
    expect(growth(html)).toBeLessThanOrEqual(2.1);
  });

  it.each([
    ['gates', '<p><iframe src="https://film.example/x"></iframe></p>'],
    ['pictures', '<img alt="" src="https://film.example/x">'],
    ['what does not end', '<video src="https://film.example/x"><b><p>'],
    ['styles', '<p style="background:url(//film.example/x)">a</p><style>@import "//film.example/y";</style>'],
    ['documents in attributes', '<iframe srcdoc="<img src=//film.example/x>"></iframe>'],
  ])('asks whose an address is as often as it has some: %s', (_, html) => {
    const asked = (times: number) => {
      let count = 0;
      const counting = Object.defineProperty({ ...tracker('Film', 'marketing', []) }, 'hosts', {
        enumerable: true,
        get() {
          count += 1;
          return ['film.example'];
        },
      });
      gateHtml(html.repeat(times), visitOf({ ...config, trackers: [counting] }));
      return count;
    };
    const [some, more] = [asked(100), asked(200)];
    expect(some).toBeGreaterThan(100);
    expect(more / some).toBeLessThanOrEqual(2.1);
  });

  /** Text with a frame in it, of 2 kB. */
  const passage = `<p>${'text and more '.repeat(140)}</p>${film}`;

  it('is read a few times, however long it is', () => {
    const taken = (times: number) => {
      const { preprocessor } = new Tokenizer({}, {} as never);
      const advance = vi.spyOn(Object.getPrototypeOf(preprocessor) as typeof preprocessor, 'advance');
      gate(passage.repeat(times));
      const { length } = advance.mock.calls;
      advance.mockRestore();
      return length / (passage.length * times);
    };
    const [some, more] = [taken(10), taken(100)];
    expect(some).toBeGreaterThan(1);
    expect(more).toBeLessThanOrEqual(some * 1.1);
  });

  it.each([
    ['that loads nothing', ''],
    ['that loads something from its beginning on', film],
    ['whose first tag never ends', '<p title="'],
  ])('is a page %s, which is read a few times, in however many pieces it comes', async (_, start) => {
    const { preprocessor } = new Tokenizer({}, {} as never);
    const taken = async (times: number) => {
      // What is looked through for tags, in bytes, and what a parser reads of it, in characters.
      const from = vi.spyOn(Buffer, 'from');
      const advance = vi.spyOn(Object.getPrototypeOf(preprocessor) as typeof preprocessor, 'advance');
      const page = new TextEncoder().encode(
        `<!doctype html><title>p</title>${start}${'<p>words and more</p>\n'.repeat(times)}`,
      );
      await (await gatePage(inPieces(page), visit)).text();
      const looked = (from.mock.calls as unknown[][]).reduce(
        (sum, [, , length]) => sum + (Number(length) || 0),
        0,
      );
      const { length } = advance.mock.calls;
      from.mockRestore();
      advance.mockRestore();
      return (looked + length) / page.length;
    };
    const [some, more] = [await taken(2000), await taken(10_000)];
    expect(some).toBeGreaterThan(0.9);
    expect(more).toBeLessThanOrEqual(some * 1.1);
  });

  // 1 MB of it, and 10 MB before a release.
  const passages = process.env.CONSENT_FULL_LENGTH ? 5000 : 500;

  it('may be megabytes with thousands of embeds', () => {
    const gated = gate(passage.repeat(passages));
    expect(gated.split('data-consent-gate ')).toHaveLength(passages + 1);
    expect(gated.split('<style>')).toHaveLength(2);
  }, 300_000);

  it.each([
    [
      'tags of thousands of attributes',
      `<img ${Array.from({ length: 50_000 }, (_, index) => `a${index}=x`).join(' ')} src=//film.example/x>`,
      'data-consent-src="//film.example/x"',
    ],
    [
      'code that names thousands of hosts',
      `<script>[${Array.from({ length: 50_000 }, (_, index) => `"//h${index}.example/x"`).join(',')}]</script>`,
      'type="text/plain"',
    ],
    [
      'thousands of elements in each other',
      `${'<div><b>'.repeat(5000)}<img src=//film.example/x>`,
      'data-consent-src=',
    ],
  ])('may have %s', (_, html, held) => {
    expect(gate(html)).toContain(held);
  });
});

it('holds all back of which a browser would make more than it has, instead of reading it in a time that nobody has', () => {
  const html = Array.from({ length: 16_000 }, (_, index) => `<p><b a=${index}>`).join('') + film;
  const gated = gate(html);
  expect(gated).toMatch(
    /^<span data-consent-gate data-consent-category="{&quot;or&quot;:\[\]}" data-state="closed">/,
  );
  const [, held = ''] = /data-consent-text>([^<]*)<\/script>/.exec(gated) ?? [];
  expect(JSON.parse(held)).toBe(html);
  expect(gated).not.toContain('data-consent-allow="always"');
});
