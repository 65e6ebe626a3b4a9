import { describe, expect, it } from 'vitest';
import { serveHttp } from '../../tests/http-server.ts';
import { createTestConfig } from '../contract/default-config.ts';
import { withAllowedCookies } from './answer-cookies.ts';
import { storageGuardScript } from './inline-scripts.ts';
import type { ConsentCookies, CreateSiteOptions } from './options.ts';
import { createSite } from './site.ts';
import type { Visit } from './visit.ts';

const config = createTestConfig({
  trackers: [
    {
      id: 'stats',
      name: 'Stats',
      categoryKey: 'analytics',
      kind: 'cookie-only',
      cookies: [
        { name: '_st_*', storage: 'cookie', durationText: '13 months' },
        { name: '_st_uid', storage: 'cookie', domain: '.vendor.example' },
        { name: '_st_db', storage: 'indexedDB' },
      ],
    },
  ],
});
const PAGE = 'https://shop.example:8443/';

const visit = (
  consentCookies: boolean | ConsentCookies | undefined,
  options: Partial<CreateSiteOptions> = {},
) =>
  createSite({ config, files: '/', consentCookies, warn: () => {}, ...options }).visit(
    new Request(PAGE),
  ) as Visit;

const SET = ['_st_id=1; Path=/', 'session=1; HttpOnly', '_st_old=; Max-Age=0', 'pl-consent=x'];

/** The cookies that are left, and those that were withheld. */
function sent(by: Pick<Visit, 'maySet'>, lines = SET) {
  const withheld: string[] = [];
  const answer = new Response('text', {
    headers: lines.map((line): [string, string] => ['set-cookie', line]),
  });
  const other = withAllowedCookies(answer, by, (line) => withheld.push(line));
  return { lines: other.headers.getSetCookie(), withheld, answer: other };
}

describe('the cookies of an answer', () => {
  it('are all set on a site that did not ask for anything else', () => {
    expect(sent(visit(undefined)).lines).toEqual(SET);
  });

  it('are set but for those that nobody granted; removals are sent, and the answer is for no shared cache', async () => {
    const { lines, withheld, answer } = sent(visit(true));
    expect(lines).toEqual(SET.slice(1));
    expect(withheld).toEqual([SET[0]]);
    expect(answer.headers.get('cache-control')).toBe('private');
    expect(await answer.text()).toBe('text');
  });

  it('C1: are withheld while no configuration is known, but for what is necessary', async () => {
    const unknown = { config: async () => null };
    expect(sent(await visit(true, unknown)).lines).toEqual(SET.slice(2));
    expect(sent(await visit({ necessary: ['sess*'] }, unknown)).lines).toEqual(SET.slice(1));
  });

  it('are withheld from a fetched answer, too, whose headers are fixed', async () => {
    const other = await serveHttp((_, response) => response.setHeader('set-cookie', SET).end('text'));
    const fetched = await fetch(other.url);
    const answer = withAllowedCookies(fetched, visit(true), () => {});
    expect(answer.headers.getSetCookie()).toEqual(SET.slice(1));
    expect(await answer.text()).toBe('text');
    await other.stop();
  });
});

describe('a visitor of a site whose pages are the same for all', () => {
  it('is judged where an answer is for that visitor', () => {
    const site = createSite({
      config: { ...config, jurisdiction: { country: 'US', model: 'opt-out' } },
      files: '/',
      render: 'neutral',
      consentCookies: true,
    });
    const request = new Request(PAGE);
    expect((site.visit(request) as Visit).maySet(SET[0]!)).toBe(false);
    expect((site.visit(request, { forVisitor: true }) as Visit).maySet(SET[0]!)).toBe(true);
    const atBuild = site.visit(request, { forVisitor: true, atBuild: true }) as Visit;
    expect(atBuild.maySet(SET[0]!)).toBe(false);
  });
});

describe('a page that guards what scripts set', () => {
  it('is told what trackers declare, and by whose grant, and has the guard behind the script that judges', () => {
    const { head, payload } = visit({ page: true, necessary: ['a"b'] });
    expect(payload.config).toMatchObject({ trackers: [] });
    expect(payload.config).toHaveProperty('guarded', [
      {
        categoryKey: 'analytics',
        cookies: [
          { name: '_st_*', storage: 'cookie' },
          { name: '_st_uid', storage: 'cookie', domain: '.vendor.example' },
        ],
      },
    ]);
    const [guard] = head.split('</script>').slice(-2);
    expect(guard).toBe(`<script data-consent-necessary="[&quot;a\\&quot;b&quot;]">${storageGuardScript}`);
  });

  it.each([undefined, true, { page: false }])('pays nothing for it with %j', (option) => {
    const { head, payload } = visit(option);
    expect(payload.config).not.toHaveProperty('guarded');
    expect(head).toBe(visit(undefined).head);
  });
});
