import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { atRest, consentCookie, consentModeCalls } from './browser.ts';
import { poll, prepareVisits } from './visits.ts';

const on = prepareVisits();
const { visit, forgetHits, go, click, waiting, decisionsSent, recorded, root, gates, accept, reject } = on;

describe('the moment between an answer and the next paint', () => {
  /** Comes near the banner, as whoever is about to answer it. */
  const comeNear = async () => {
    const loaded = on.page.waitForResponse(/\/consent\.js$/);
    await on.page.hover('[data-consent-banner]');
    await loaded;
    await atRest(on.page);
  };

  /** Clicks and does something else at once, before the browser can paint. */
  const answerAnd = (action: string, then: string) =>
    on.page.evaluate(
      ([name, code]) => {
        document.querySelector<HTMLElement>(`[data-consent-banner] [data-consent-action=${name}]`)!.click();
        new Function(code!)();
      },
      [action, then],
    );

  /** The cookie of a refusal that is recorded; the page is that of a new visitor. */
  const refusedBefore = async () => {
    await go('/');
    await reject();
    await recorded();
    const refused = (await on.context.cookies()).find(({ name }) => name === 'pl-consent')!.value;
    await poll(() => decisionsSent()).toBe(1);
    await visit();
    await go('/');
    return refused;
  };

  it('finds its store made when the click comes, and nothing decided by that', async () => {
    await go('/');
    const hasStore = () =>
      on.page.evaluate(() => {
        const page = (globalThis as { [key: symbol]: { store: object | null } })[Symbol.for('permesso.page')];
        return page!.store !== null;
      });
    expect(await hasStore()).toBe(false);
    await comeNear();
    expect(await hasStore()).toBe(true);
    expect(await consentCookie(on.context)).toBeNull();
    expect(await root('consentUi')).toBe('banner');
  });

  it('F4: keeps and records an acceptance of somebody who leaves at once', async () => {
    await go('/');
    await comeNear();
    await answerAnd('accept-all', "location.href = '/gate'");
    await poll(() => gates()).toContain('open');
    expect(await consentCookie(on.context)).toMatchObject({ d: { analytics: 1, marketing: 1 } });
    await poll(() => decisionsSent()).toBe(1);
  });

  it('C3: overturns no refusal that another tab has kept meanwhile', async () => {
    const refused = await refusedBefore();
    await comeNear();
    await answerAnd('accept-all', `document.cookie = 'pl-consent=${refused}; path=/'`);
    await go('/gate');
    expect(await consentCookie(on.context)).toMatchObject({ d: { analytics: 0, marketing: 0 } });
    expect(on.vendors.hits).toEqual({});
    // Both were decisions, so both are recorded.
    await poll(() => decisionsSent()).toBe(2);
  });

  it('C3: brings no saved grant back over a refusal that came before the paint', async () => {
    const refused = await refusedBefore();
    await click('[data-consent-banner] [data-consent-action=customize]');
    await on.page.check('dialog [data-consent-toggle][value=analytics]');
    await on.page.evaluate((cookie) => {
      document.querySelector<HTMLElement>('dialog [data-consent-action=save]')!.click();
      // biome-ignore lint/suspicious/noDocumentCookie: as another tab has it.
      document.cookie = `pl-consent=${cookie}; path=/`;
    }, refused);
    await poll(() => decisionsSent()).toBe(2);
    await go('/gate');
    expect(await consentCookie(on.context)).toMatchObject({ d: { analytics: 0, marketing: 0 } });
    expect(on.vendors.hits).toEqual({});
  });

  it('C3: loses no refusal of somebody who leaves before what answers the click has come', async () => {
    await on.page.route(/\/consent\.js$/, () => {});
    await go('/');
    await answerAnd('reject-all', "location.href = '/gate'");
    await poll(() => consentCookie(on.context)).toMatchObject({ d: { analytics: 0, marketing: 0 }, s: 'b' });
    await poll(() => decisionsSent()).toBe(1);
    // The next page was read before the answer that set the cookie.
    await on.page.unroute(/\/consent\.js$/);
    await on.page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
    await poll(() => root('consentUi')).toBe('closed');
  });

  it('C3: has the last of two answers count, and alone, of somebody who leaves before what answers them has come', async () => {
    await on.page.route(/\/consent\.js$/, () => {});
    await go('/');
    await answerAnd(
      'accept-all',
      "document.querySelector('[data-consent-banner] [data-consent-action=reject-all]').click(); location.href = '/gate'",
    );
    await poll(() => consentCookie(on.context)).toMatchObject({ d: { analytics: 0, marketing: 0 }, s: 'b' });
    await atRest(on.page);
    expect(decisionsSent()).toBe(1);
  });

  it('C3: loads nothing by a grant that was taken back while the page was being read', async () => {
    const refused = await refusedBefore();
    await go('/');
    await accept();
    await recorded(2);
    const pages = on.page;
    on.page = await on.context.newPage();
    await pages.close();
    forgetHits();
    // Between the head and what follows it, as another tab may.
    await on.page.addInitScript((cookie) => {
      document.addEventListener('readystatechange', () => {
        // biome-ignore lint/suspicious/noDocumentCookie: as another tab has it.
        if (document.readyState === 'interactive') document.cookie = `pl-consent=${cookie}; path=/`;
      });
    }, refused);
    await go('/');
    await atRest(on.page);
    expect(on.vendors.hits).toEqual({});
    expect(await root('consentGranted')).toBe('necessary');
  });

  it('C3: has a refusal in the cookie as soon as it is made', async () => {
    await go('/');
    await comeNear();
    const kept = await on.page.evaluate(() => {
      document.querySelector<HTMLElement>('[data-consent-banner] [data-consent-action=reject-all]')!.click();
      return document.cookie;
    });
    expect(kept).toContain('pl-consent=');
  });
});

describe('a CMS that is slow to answer', () => {
  let release = () => {};
  beforeEach(() => {
    on.cms.held = new Promise((resolve) => {
      release = () => {
        on.cms.held = null;
        resolve();
      };
    });
  });
  afterEach(() => release());

  const open = async (path: string, tab = on.page) => tab.goto(path, { waitUntil: 'load' });
  const refuse = async (tab = on.page) => {
    await tab.click('[data-consent-manage]');
    await tab.click('dialog [data-consent-action=reject-all]');
  };
  const decided = async () => (await consentCookie(on.context))?.d;
  const refused = { functional: 0, analytics: 0, marketing: 0 };
  /** What the CMS was told, in order; what was sent twice counts as it does there (E4). */
  const told = () => [...new Set(on.cms.records.map(({ submission }) => submission.decisions.marketing))];

  it('is asked nothing more where its answer came too late for the cookie: the site sets that by itself', async () => {
    release();
    await on.page.route('**/_consent/records', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), 'consent-renew': '1' } });
    });
    const renewed = on.page.waitForResponse(/\/records\?renew/);
    await open('/');
    await accept();
    const answer = await renewed;
    expect([answer.status(), (await answer.allHeaders())['set-cookie']?.split('=')[0]]).toEqual([
      204,
      'pl-consent',
    ]);
    expect(on.cms.records).toHaveLength(1);
  });

  it('L: takes no refusal back with its late answer to a page that was left, nor in another tab', async () => {
    await open('/');
    await accept();
    await poll(told).toEqual([true]);
    // Its request outlives the page.
    await open('/gate');
    const other = await on.context.newPage();
    await open('/gate', other);
    await refuse(other);
    await poll(gates).toEqual(['closed', 'closed']);
    await Promise.all([on.page.close(), other.close()]);
    release();
    on.page = await on.context.newPage();
    await go('/gate');
    await poll(() => told().at(-1)).toBe(false);
    await poll(waiting).toBe(false);
    expect([await decided(), await gates()]).toEqual([refused, ['closed', 'closed']]);
  });

  it('L, I5: cannot have the next page load anything, though the late answer has set the cookie of the acceptance', async () => {
    await open('/');
    await accept();
    await poll(told).toEqual([true]);
    const accepted = (await on.context.cookies()).find(({ name }) => name === 'pl-consent')!;
    await refuse();
    await poll(() => on.page.evaluate(() => 'pl-consent:outbox-refusal' in localStorage)).toBe(true);
    await on.page.close();
    // As another process of the site would, which cannot know of the refusal.
    await on.context.addCookies([accepted]);
    forgetHits();
    on.page = await on.context.newPage();
    await open('/');
    await poll(decided).toEqual(refused);
    release();
    await poll(told).toEqual([true, false]);
    await poll(waiting).toBe(false);
    // Once more, when the refusal has been recorded and the page alone knows which was first.
    await on.context.addCookies([accepted]);
    await on.page.evaluate(() => dispatchEvent(new Event('storage')));
    await poll(decided).toEqual(refused);
    expect(await root('consentGranted')).toBe('necessary');
    expect(on.vendors.hits).toEqual({});
    expect((await consentModeCalls(on.page)).every((call) => !call.includes('ad_storage'))).toBe(true);
  });
});
