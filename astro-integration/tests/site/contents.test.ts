import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cacheInFront, noNginx } from './nginx.ts';
import { poll, prepareVisits } from './visits.ts';

const tracker = (id: string, categoryKey: string, hosts: string[]) => ({
  id,
  name: id,
  categoryKey,
  kind: 'iframe' as const,
  hosts,
});

const TRACKERS = [
  tracker('films', 'marketing', ['vendors.invalid/film']),
  tracker('counts', 'analytics', ['vendors.invalid']),
];

const FILMS = ['/film/free', '/film/held', '/film/html', '/film/markdown'];
const ALL = ['/blocks.gif', ...FILMS, '/html.gif', '/markdown.gif'];
const ISLANDS = [
  ...['free-gated', 'free-waiting', 'gated', 'held-gated', 'held-waiting'],
  // One stands in the slot of the other.
  ...['nested', 'waiting'],
];

type Visits = ReturnType<typeof prepareVisits>;

/** All that a visitor can see of it. */
function seen(on: Visits) {
  const alive = () =>
    on.page.evaluate(() => {
      const { mounted = {} } = window as { mounted?: Record<string, number> };
      return Object.keys(mounted)
        .filter((name) => mounted[name])
        .sort()
        .map((name) => (mounted[name] === 1 ? name : `${name} ${mounted[name]}`));
    });
  const count = (selector: string) => on.page.locator(selector).count();
  return async () => ({
    gates: await on.gates(),
    frames: await count('iframe'),
    pictures: await count('img[src]'),
    alive: await alive(),
    heldIsland: await count('#held'),
    freeIsland: await count('#free'),
  });
}

const CLOSED = {
  gates: Array(5).fill('closed'),
  frames: 0,
  pictures: 0,
  alive: [],
  heldIsland: 0,
  freeIsland: 1,
};
const OPEN = {
  gates: Array(7).fill('open'),
  frames: 4,
  pictures: 3,
  alive: ISLANDS,
  heldIsland: 1,
  freeIsland: 1,
};

function followsDecisions(on: Visits, path: string): void {
  const page = seen(on);
  /** What the content asked its third parties for; the trackers of the configuration are others. */
  const asked = () =>
    Object.keys(on.vendors.hits)
      .filter((name) => !/stats|ads/.test(name))
      .sort();
  const decide = async (action: 'accept-all' | 'reject-all') => {
    // By the keyboard: right after it has scrolled, the browser may hand a click to the frame that was there before.
    await on.page.press('[data-consent-manage]', 'Enter');
    await on.click(`dialog [data-consent-action=${action}]`);
  };

  it(`embeds, islands and server islands open, close and open again without reload, at ${path}`, async () => {
    await on.go(path);
    await poll(page).toEqual(CLOSED);
    expect(on.vendors.hits).toEqual({});
    await on.page.evaluate(() => Object.assign(window, { isSame: true }));
    await on.accept();
    await poll(page).toEqual(OPEN);
    await poll(asked).toEqual(ALL);
    await decide('reject-all');
    await poll(page).toEqual(CLOSED);
    on.forgetHits();
    await decide('accept-all');
    await poll(page).toEqual(OPEN);
    await poll(asked).toEqual(expect.arrayContaining(FILMS));
    expect(await on.page.evaluate(() => (window as { isSame?: boolean }).isSame)).toBe(true);
  });

  it(`a refusal is kept on the next view, and islands answer clicks after a grant, at ${path}`, async () => {
    await on.go(path);
    await on.reject();
    await on.recorded();
    await on.go(path);
    await poll(page).toEqual(CLOSED);
    expect(on.vendors.hits).toEqual({});
    await decide('accept-all');
    await poll(page).toEqual(OPEN);
    await on.page.click('#waiting');
    await poll(() => on.page.textContent('#waiting')).toBe('1');
    // As the server wrote it, and from its beginning.
    await decide('reject-all');
    await poll(() => on.page.textContent('#waiting')).toBe('0');
    await on.page.click('#waiting');
    expect(await on.page.textContent('#waiting')).toBe('0');
  });
}

describe('content and islands of a site', () => {
  const on = prepareVisits({ astro: { srcDir: './contents' } }, TRACKERS);
  for (const path of ['/', '/prerendered']) followsDecisions(on, path);
});

describe('content and islands of a site whose pages all share', () => {
  const on = prepareVisits({ options: { render: 'neutral' }, astro: { srcDir: './contents' } }, TRACKERS);
  followsDecisions(on, '/');

  describe.skipIf(noNginx)(`from a cache${noNginx ? `: ${noNginx}` : ''}`, () => {
    let stop: () => Promise<void>;
    beforeAll(async () => {
      const origin = on.site;
      const cache = await cacheInFront(origin.url, 'prerendered');
      on.site = { ...origin, url: cache.url };
      stop = async () => {
        on.site = origin;
        await cache.stop();
      };
    });
    afterAll(() => stop?.());

    for (const path of ['/', '/prerendered']) {
      it(`answers with one page for all, at ${path}`, async () => {
        await (await fetch(`${on.site.url}${path}`)).text();
        const kept = await fetch(`${on.site.url}${path}`);
        await kept.text();
        expect(kept.headers.get('x-cache')).toBe('HIT');
      });
      followsDecisions(on, path);
    }
  });
});
