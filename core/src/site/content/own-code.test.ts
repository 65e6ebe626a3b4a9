import { describe, expect, it } from 'vitest';
import { createTestConfig } from '../../contract/default-config.ts';
import { createSite } from '../site.ts';
import type { Visit } from '../visit.ts';
import { type GateHtmlOptions, gateHtml } from './gate-html.ts';
import { OWN_TEXTS } from './quiet-html.ts';

const tracker = (id: string, ...hosts: string[]) => ({
  id,
  name: id,
  categoryKey: 'analytics',
  kind: 'script' as const,
  hosts,
});
const config = createTestConfig({
  trackers: [
    tracker('Replay', 'edge.replay.example', '*.replaying.example'),
    tracker('Maps', 'www.search.example/maps'),
  ],
});
const site = createSite({ files: '/f/', known: { '': config } });
const visit = site.visit(new Request('https://site.example/')) as Visit;
const gated = (html: string, options: GateHtmlOptions = { ownCode: true }) => gateHtml(html, visit, options);
const script = (code: string) => `<script>${code}</script>`;

describe('code of a whole page', () => {
  it.each([
    ['puts an address together', "s.src = 'https://' + 'edge.replay.example/s/fs.js'"],
    ['has its host by itself', "window._host = 'edge.replay.example'; load(_host)"],
    ['has the end of a name', `s.src = (secure ? 'https://ssl' : 'http://www') + '.replaying.example/ga.js'`],
    ['is in capitals', "load('EDGE.REPLAY.EXAMPLE')"],
    ['has a path', "load('www.search.example/maps/api')"],
  ])('is of the tracker whose host it names: %s', (_, code) => {
    expect(gated(script(code))).toContain('data-consent-category="analytics"');
    expect(gated(script(code))).toContain('type="text/plain"');
  });

  it.each([
    ['by escaped slashes', String.raw`load({"src":"https:\/\/cdn.evil.example\/t.js"})`],
    ['by escapes of slashes', String.raw`load("https:\u002F\x2fcdn.evil.example/t.js")`],
    ['in letters of others', "load('https://bücher.example/t.js')"],
  ])('is of nobody known where it names another host: %s', (_, code) => {
    expect(gated(script(code))).toContain('type="text/plain"');
  });

  it.each([
    ['another name', "load('notedge.replay.examples', 'my-replaying.example')"],
    ['a name in a remark', '/* as edge.replay.example does, see my.replaying.example */ go()'],
    ['a person', "write('somebody@edge.replay.example')"],
    ['another path', "say('www.search.example/about')"],
    ['none', 'if (a < b && c) load("/own.js")'],
  ])('is the site’s own where it names no host of a tracker: %s', (_, code) => {
    expect(gated(script(code))).toBe(script(code));
  });

  it('is the site’s own also where a tracker is on a host of the site', () => {
    const own = { ownCode: true, own: ['edge.replay.example'] };
    expect(gated(script("load('edge.replay.example')"), own)).toBe(script("load('edge.replay.example')"));
  });

  it('may be of any length, beside any number of trackers', () => {
    const trackers = Array.from({ length: 200 }, (_, at) =>
      tracker(`t${at}`, `t${at}.example`, `*.t${at}.example`),
    );
    const many = createSite({ files: '/f/', known: { '': createTestConfig({ trackers }) } });
    const visitor = many.visit(new Request('https://site.example/')) as Visit;
    const html = script('a.b("c.d.e/f");'.repeat(100_000));
    expect(gateHtml(html, visitor, { ownCode: true })).toBe(html);
  });

  it('is ours only as a whole', () => {
    for (const text of OWN_TEXTS.script) {
      expect(gated(script(text))).toBe(script(text));
      expect(gated(script(`${text};load("//evil.example/")`))).toContain('type="text/plain"');
    }
    for (const text of OWN_TEXTS.style) {
      expect(gated(`<style>${text} p{background:url(//evil.example/)}</style>`)).toContain('url(data:,)');
    }
  });

  it('is read where it stands in an address', () => {
    const frame = (address: string) => gated(`<iframe src="${address}"></iframe>`);
    const packed = (html: string) => `data:text/html;base64,${btoa(html)}`;
    expect(frame(packed('<img src=//evil.example/>'))).toContain('data-consent-gate');
    expect(frame('data:text/html;base64,%')).toContain('data-consent-gate');
    expect(frame('data:text/html,%3Cimg src=%2F%2Fevil.example%3E%zz')).toContain('data-consent-gate');
    expect(frame('data:text/html;charset=utf-16,text')).toContain('data-consent-gate');
    expect(frame(packed('<p>text'))).toBe(`<iframe src="${packed('<p>text')}"></iframe>`);
  });

  it('is also what an island loads', () => {
    const island = (address: string) =>
      `<some-island component-url="${address}" client="load"></some-island>`;
    expect(gated(island('//evil.example/a.js'))).not.toContain(' component-url=');
    expect(gated(island('/assets/a.js'))).toBe(island('/assets/a.js'));
  });

  it('may stand behind a tag of any length', () => {
    const tag = `<p ${'a '.repeat(4_000_000)}>text`;
    expect(gated(tag)).toBe(tag);
  });
});
