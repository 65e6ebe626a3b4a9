import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atRest } from './browser.ts';
import { cacheInFront, noNginx } from './nginx.ts';
import { poll, prepareVisits, type Visits } from './visits.ts';

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

const FILMS = ['/film/free', '/film/held', '/film/html', '/film/markdown', '/film/slot'];
const ALL = ['/blocks.gif', ...FILMS, '/html.gif', '/markdown.gif'];
const OTHER_FRAMEWORKS = ['preact', 'svelte', 'vue'];
const ISLANDS = [
  ...['free-gated', 'free-waiting', 'gated', 'held-gated', 'held-waiting'],
  // One stands in the slot of the other.
  ...['nested', 'waiting'],
  ...OTHER_FRAMEWORKS.flatMap((framework) => [`${framework}-gated`, `${framework}-waiting`]),
].sort();

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
    frames: await count('iframe[src]'),
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
  frames: 5,
  pictures: 3,
  alive: ISLANDS,
  heldIsland: 1,
  freeIsland: 1,
};

/** Once more, after the banner. */
async function decide(on: Visits, action: 'accept-all' | 'reject-all'): Promise<void> {
  // By the keyboard: right after it has scrolled, the browser may hand a click to the frame that was there before.
  await on.page.press('[data-consent-manage]', 'Enter');
  await on.click(`dialog [data-consent-action=${action}]`);
}

function followsDecisions(on: Visits, path: string): void {
  const page = seen(on);
  /** What the content asked its third parties for; the trackers of the configuration are others. */
  const asked = () =>
    Object.keys(on.vendors.hits)
      .filter((name) => !/stats|ads/.test(name))
      .sort();

  it(`embeds, islands and server islands open, close and open again without reload, at ${path}`, async () => {
    await on.go(path);
    await poll(page).toEqual(CLOSED);
    expect(on.vendors.hits).toEqual({});
    await on.page.evaluate(() => Object.assign(window, { isSame: true }));
    await on.accept();
    await poll(page).toEqual(OPEN);
    await poll(asked).toEqual(ALL);
    await decide(on, 'reject-all');
    await poll(page).toEqual(CLOSED);
    on.forgetHits();
    await decide(on, 'accept-all');
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
    await decide(on, 'accept-all');
    await poll(page).toEqual(OPEN);
    const waiting = ['waiting', ...OTHER_FRAMEWORKS.map((framework) => `${framework}-waiting`)];
    const counts = () => Promise.all(waiting.map((name) => on.page.textContent(`#${name}`)));
    const clickAll = async () => {
      for (const name of waiting) await on.page.click(`#${name}`);
    };
    await clickAll();
    await poll(counts).toEqual(waiting.map(() => '1'));
    // As the server wrote it, and from its beginning.
    await decide(on, 'reject-all');
    await poll(counts).toEqual(waiting.map(() => '0'));
    await clickAll();
    expect(await counts()).toEqual(waiting.map(() => '0'));
  });
}

describe('content and islands of a site', () => {
  const on = prepareVisits({ frameworks: true, astro: { srcDir: './contents' } }, TRACKERS);
  for (const path of ['/', '/prerendered']) followsDecisions(on, path);

  it('I5: asks nobody anew where an island that is revoked was begun after what stands in it had been opened', async () => {
    await on.go('/');
    await on.accept();
    await on.recorded();
    // As Astro writes it where an integration has a script that runs before islands.
    await on.page.route('/', async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      const body = html.replace(
        /<astro-island (?=[^>]*client="consent")/g,
        '$&before-hydration-url="/late.js" ',
      );
      await route.fulfill({ response, body });
    });
    await on.page.route('/late.js', async (route) => {
      await on.page.waitForSelector('astro-island iframe[src]');
      await route.fulfill({ contentType: 'text/javascript', body: '' });
    });
    await on.go('/');
    await poll(seen(on)).toEqual(OPEN);
    const outside: string[] = [];
    on.page.on('request', (request) => {
      if (!request.url().startsWith(on.site.url)) outside.push(request.url());
    });
    await decide(on, 'reject-all');
    await poll(seen(on)).toEqual(CLOSED);
    await atRest(on.page);
    expect(outside).toEqual([]);
  });

  it('ends islands that are revoked while they are being hydrated', async () => {
    type Window = typeof globalThis & { lived?: string[]; startVue: () => void; vues: number };
    await on.page.addInitScript(() => {
      const scope = window as unknown as Window & { beforeVue(): Promise<void> };
      scope.vues = 0;
      const isStarted = new Promise<void>((resolve) => {
        scope.startVue = resolve;
      });
      scope.beforeVue = () => {
        scope.vues += 1;
        return isStarted;
      };
    });
    let load = () => {};
    const isLoaded = new Promise<void>((resolve) => {
      load = resolve;
    });
    await on.page.route(/\/signals[^/]*\.js$/, async (route) => {
      await isLoaded;
      await route.continue();
    });
    await on.page.goto('/');
    const signals = on.page.waitForRequest(/\/signals[^/]*\.js$/);
    await on.accept();
    await signals;
    const vues = () => on.page.evaluate(() => (window as unknown as Window).vues);
    await poll(vues).toBe(2);
    await decide(on, 'reject-all');
    await poll(on.gates).toEqual(CLOSED.gates);
    load();
    await on.page.evaluate(() => (window as unknown as Window).startVue());
    const lived = () => on.page.evaluate(() => (window as unknown as Window).lived ?? []);
    for (const name of ['preact-gated', 'preact-waiting', 'vue-gated', 'vue-waiting'])
      await poll(lived).toContain(name);
    await poll(seen(on)).toEqual(CLOSED);
  });
});

describe('content and islands of a site whose pages all share', () => {
  const on = prepareVisits(
    { frameworks: true, options: { render: 'neutral' }, astro: { srcDir: './contents' } },
    TRACKERS,
  );
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
