import { Tokenizer } from 'parse5';
import { describe, expect, it, vi } from 'vitest';
import { config, film, gate, tracker, visitOf } from '../../../tests/foreign-html.ts';
import { gateHtml } from './gate-html.ts';

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
