import { answerOfVendor } from '@permesso/playground-vendors';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Served, serveFolder } from '../../../astro-integration/tests/site/serve.ts';
import { atRest } from '../../../core/tests/adapter-contract/rest.ts';
import { build, RECIPES_BUILD } from '../../run/builds.ts';
import { RECIPES } from '../../run/paths.ts';
import { banner, button, decide, manageButton, preferences, toggle } from '../harness/banner.ts';
import { useVisitors } from '../harness/use-visitors.ts';
import { COOKIE } from '../harness/visitor.ts';

type Category = 'functional' | 'analytics' | 'marketing';

let site: Served;
const visitor = useVisitors(() => site.url);

beforeAll(async () => {
  await build(RECIPES_BUILD);
  site = await serveFolder(`${RECIPES}/dist`);
  return () => site.stop();
});

/** A visitor whose browser asks the fakes of the vendors in their place, and what it asked them for. */
async function visitRecipe(path: string) {
  const { page, context, open, cookies } = await visitor();
  const asked: URL[] = [];
  await context.route(
    (url) => url.origin !== site.url,
    (route) => {
      const url = new URL(route.request().url());
      asked.push(url);
      const answer = answerOfVendor(url);
      if (!answer) return route.abort();
      return route.fulfill({ ...answer, headers: { 'access-control-allow-origin': '*' } });
    },
  );
  // PostHog's library counts no machines.
  await context.addInitScript(() => {
    for (const name of ['userAgent', 'userAgentData', 'webdriver'])
      Object.defineProperty(Navigator.prototype, name, {
        get: () => (name === 'userAgent' ? 'Chrome' : undefined),
      });
  });
  await open(path);
  const stored = () =>
    page.evaluate((own) => {
      const names = [...Object.keys(localStorage), ...Object.keys(sessionStorage)];
      return names.filter((name) => !name.startsWith(own) && !name.startsWith('permesso'));
    }, COOKIE);
  return {
    page,
    /** Of some vendors, as host and path with what is looked for in the query. */
    hits: (hosts: RegExp, ...queries: string[]) =>
      asked
        .filter(({ host }) => hosts.test(host))
        .map(({ host, pathname, searchParams }) =>
          [host + pathname, ...queries.map((name) => searchParams.get(name)).filter(Boolean)].join(' '),
        ),
    asked: () => asked.map(({ href }) => href),
    open,
    async act(selector: string) {
      await page.click(selector);
      await atRest(page);
    },
    async grant(category: Category) {
      await button(banner(page), 'customize').click();
      await toggle(page, category).check();
      await button(preferences(page), 'save').click();
      await preferences(page).waitFor({ state: 'hidden' });
    },
    async withdraw() {
      await manageButton(page).focus();
      await page.keyboard.press('Enter');
      await button(preferences(page), 'withdraw').click();
    },
    /** Does what leads to another page, or to the same anew. */
    async leave(act: () => Promise<void>) {
      await Promise.all([page.waitForEvent('load'), act()]);
      await atRest(page);
    },
    /** All that is kept of a visit, but the product's own. */
    kept: async () =>
      [...Object.keys(await cookies()).filter((name) => name !== COOKIE), ...(await stored())].sort(),
  };
}

interface Tags {
  page: string;
  category: Category;
  /** Whose requests are looked at. */
  hosts: RegExp;
  /** What of a query is looked at. */
  queries?: string[];
  /** On the grant. */
  begins: string[];
  /** What visitors do, and what follows from it. */
  act: string;
  follows: string;
  keeps: string[];
}

const TAGS: Tags[] = [
  {
    page: '/ga4/',
    category: 'analytics',
    hosts: /googletagmanager|google-analytics/,
    queries: ['gcs', 'en'],
    begins: ['www.googletagmanager.com/gtag/js', 'region1.google-analytics.com/g/collect G101 page_view'],
    act: '#sign-up',
    follows: 'region1.google-analytics.com/g/collect G101 sign_up',
    keeps: ['_ga', '_ga_AB12CD34EF'],
  },
  {
    page: '/gtm/',
    category: 'marketing',
    hosts: /googletagmanager|google-analytics/,
    queries: ['gcs', 'event'],
    begins: ['www.googletagmanager.com/gtm.js', 'www.googletagmanager.com/a G110 gtm.js'],
    act: '#buy',
    follows: 'www.googletagmanager.com/a G110 buy',
    keeps: [],
  },
  {
    page: '/matomo/',
    category: 'analytics',
    hosts: /matomo/,
    queries: ['action'],
    begins: ['matomo.example.com/matomo.js', 'matomo.example.com/matomo.php view'],
    act: '#download',
    follows: 'matomo.example.com/matomo.php download',
    keeps: ['_pk_id.1.1fff', '_pk_ses.1.1fff'],
  },
  {
    page: '/plausible/',
    category: 'analytics',
    hosts: /plausible/,
    begins: ['plausible.io/js/script.js', 'plausible.io/api/event'],
    act: '#subscribe',
    follows: 'plausible.io/api/event',
    keeps: [],
  },
  {
    page: '/meta-pixel/',
    category: 'marketing',
    hosts: /facebook/,
    queries: ['ev'],
    begins: ['connect.facebook.net/en_US/fbevents.js', 'www.facebook.com/tr PageView'],
    act: '#ask',
    follows: 'www.facebook.com/tr Lead',
    keeps: ['_fbp'],
  },
];

describe('the recipes', () => {
  it.each(TAGS)(
    '$page: nothing before a grant, what is meant after it, nothing after a withdrawal',
    async (recipe) => {
      const { hosts, queries = [], begins, follows, keeps } = recipe;
      const on = await visitRecipe(recipe.page);
      const hits = () => on.hits(hosts, ...queries);
      await on.act(recipe.act);
      expect([on.asked(), await on.kept()]).toEqual([[], []]);
      await on.grant(recipe.category);
      await expect.poll(hits).toEqual(begins);
      await on.act(recipe.act);
      await expect.poll(hits).toEqual([...begins, follows]);
      expect(await on.kept()).toEqual(expect.arrayContaining(keeps));
      await on.withdraw();
      await expect.poll(on.kept).toEqual([]);
      await on.act(recipe.act);
      expect(hits()).toEqual([...begins, follows]);
      const before = on.asked().length;
      await on.open(recipe.page);
      await on.act(recipe.act);
      expect([on.asked().slice(before), await on.kept()]).toEqual([[], []]);
    },
  );

  it('/ga4/: tells Google of all that is granted', async () => {
    const on = await visitRecipe('/ga4/');
    await decide(on.page, 'accept-all');
    await expect
      .poll(() => on.hits(/google-analytics/, 'gcs', 'en'))
      .toEqual(['region1.google-analytics.com/g/collect G111 page_view']);
  });

  it("/youtube/: a picture of one's own, and the player after a grant and a click", async () => {
    const on = await visitRecipe('/youtube/');
    expect([on.asked(), await on.page.locator('lite-youtube').count()]).toEqual([[], 0]);
    await on.grant('functional');
    await on.page.locator('.lyt-playbtn').waitFor();
    expect(on.asked()).toEqual([]);
    await on.page.locator('.lyt-playbtn').click();
    await on.page.frameLocator('main iframe').getByText('A film about the tide').waitFor();
    expect(on.hits(/./)).toEqual(['www.youtube-nocookie.com/embed/dQw4w9WgXcQ']);
    await on.withdraw();
    await expect.poll(() => on.page.locator('lite-youtube').count()).toBe(0);
    await on.open('/youtube/');
    expect(on.asked()).toHaveLength(1);
  });

  it("/maps/: what an editor pasted waits for the category of the host's tracker", async () => {
    const on = await visitRecipe('/maps/');
    expect(on.asked()).toEqual([]);
    expect(await on.page.textContent('[data-consent-part=placeholder]')).toContain('Google Maps');
    await on.grant('functional');
    await on.page.frameLocator('main iframe').getByText('A map of the harbour').waitFor();
    await on.withdraw();
    await expect.poll(() => on.page.locator('main iframe').count()).toBe(0);
    expect(on.hits(/./)).toEqual(['www.google.com/maps/embed']);
  });

  it('/partytown/: counts from a worker, which ends with its page', async () => {
    const on = await visitRecipe('/partytown/');
    expect([on.asked(), await on.kept()]).toEqual([[], []]);
    await on.grant('analytics');
    // What a worker asks for is seen twice where a service worker stands behind it.
    const hits = () => [...new Set(on.hits(/stats/, 'from'))];
    await expect.poll(hits).toEqual(['stats.example.com/count.js', 'stats.example.com/hit worker']);
    await expect.poll(on.kept).toContain('_count');
    await on.leave(on.withdraw);
    expect([await on.kept(), hits().length]).toEqual([[], 2]);
  });

  it('/posthog/: starts with the grant, and forgets with the withdrawal', async () => {
    const on = await visitRecipe('/posthog/');
    await on.act('#plan');
    expect([on.asked(), await on.kept()]).toEqual([[], []]);
    await on.grant('analytics');
    await expect.poll(() => on.hits(/posthog/)).not.toEqual([]);
    await on.act('#plan');
    await expect.poll(() => on.hits(/^eu\.i/)).toContain('eu.i.posthog.com/e/');
    expect(await on.kept()).toContain('ph_phc_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789abcdefg_posthog');
    const before = on.asked().length;
    await on.leave(on.withdraw);
    await on.act('#plan');
    expect([on.asked().slice(before), await on.kept()]).toEqual([[], []]);
  });
});
