import { describe, expect, it } from 'vitest';
import { atRest, consentCookie, consentModeCalls, reloadPage, visitPage } from './browser.ts';
import { poll, prepareVisits } from './visits.ts';

const on = prepareVisits();
const { visit, go, click, decisionsSent, recorded, banner, root, accept } = on;

describe('a first visit', () => {
  it('can be read in browsers that know neither light-dark() nor :has()', async () => {
    await on.context.route(/\/gate$|\.(js|css)$/, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text())
        .replaceAll('light-dark(', 'light-or-dark(')
        .replaceAll(':has(', ':got(');
      await route.fulfill({ response: answer, body });
    });
    await on.page.emulateMedia({ colorScheme: 'dark' });
    await go('/gate');
    expect(await banner().isVisible()).toBe(true);
    const look = (selector: string) =>
      on.page
        .locator(selector)
        .first()
        .evaluate((element) => {
          const { color, backgroundColor, borderStyle } = getComputedStyle(element);
          return { color, backgroundColor, borderStyle };
        });
    const surface = { color: 'rgb(26, 35, 48)', backgroundColor: 'rgb(255, 255, 255)' };
    const button = { color: 'rgb(255, 255, 255)', backgroundColor: 'rgb(29, 79, 95)', borderStyle: 'solid' };
    for (const place of ['[data-consent-banner]', '[data-consent-part=placeholder]']) {
      expect(await look(place)).toMatchObject(surface);
    }
    expect(await look('[data-consent-banner] [data-consent-action=reject-all]')).toEqual(button);
    expect(await look('[data-consent-banner] [data-consent-action=accept-all]')).toEqual(button);
    await click('[data-consent-banner] [data-consent-action=customize]');
    await on.page.waitForSelector('dialog[open]');
    expect(await look('dialog')).toMatchObject(surface);
    expect(await look('dialog [role=switch]')).toMatchObject({ borderStyle: 'solid' });
  });

  it('C7: writes the decision once, whatever hears of it', async () => {
    await on.context.addInitScript(() => {
      const own = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie')!;
      const written: string[] = [];
      Object.assign(window, { written });
      Object.defineProperty(Document.prototype, 'cookie', {
        ...own,
        set(text: string) {
          written.push(text.split('=')[0]!);
          own.set!.call(this, text);
        },
      });
    });
    const other = await on.context.newPage();
    await visitPage(other, '/gate');
    await go('/gate');
    await accept();
    await poll(() => other.locator('[data-consent-gate][data-state=open]').count()).toBe(2);
    await recorded();
    for (const [tab, times] of [
      [on.page, 1],
      [other, 0],
    ] as const) {
      const written = await tab.evaluate(() => (window as unknown as { written: string[] }).written);
      expect(written.filter((name) => name === 'pl-consent')).toHaveLength(times);
    }
  });

  it('closes its banner, records, and is remembered where lists have a toJSON of their own, as those of Prototype.js', async () => {
    await on.context.addInitScript(() => {
      Object.assign(Array.prototype, { toJSON: () => '[]' });
    });
    await go('/');
    await accept();
    expect(await banner().isVisible()).toBe(false);
    await recorded();
    await go('/');
    expect([await banner().count(), await root('consent')]).toEqual([0, 'decided']);
  });

  it('keeps a record that the page was left with', async () => {
    await go('/');
    await on.page.route('**/_consent/records', (route) => route.abort());
    await accept();
    await go('/gate');
    await on.page.unroute('**/_consent/records');
    await go('/');
    await poll(decisionsSent).toBe(1);
  });
});

describe('a tag that pushes as soon as it loads', () => {
  /** Who spoke in `dataLayer`, in order. */
  const spoken = () =>
    on.page.evaluate(() =>
      (window as unknown as { dataLayer: ArrayLike<unknown>[] }).dataLayer
        .filter((call) => call[0] === 'consent' || 'tag' in call)
        .map((call) => ('tag' in call ? 'tag' : String(call[1]))),
    );

  it('finds the update of a decision made on its page before its own calls', async () => {
    await go('/');
    await accept();
    await poll(spoken).toEqual(['default', 'update', 'tag']);
    await reloadPage(on.page);
    expect(await spoken()).toEqual(['default', 'update', 'tag']);
  });

  it('finds it where the page learns who its visitor is after it was loaded', async () => {
    await visit({ 'cf-ipcountry': 'ZZ' });
    await go('/prerendered');
    await poll(spoken).toContain('tag');
    expect((await spoken()).slice(-2)).toEqual(['update', 'tag']);
  });
});

describe('an opt-out visitor', () => {
  it('C2: has what the law allows, and a notice', async () => {
    await visit({ 'cf-ipcountry': 'US' });
    await go('/');
    await poll(() => on.vendors.hits).toEqual({ '/stats.js': 1, '/ads.js': 1 });
    expect(await banner().getAttribute('data-model')).toBe('opt-out');
    expect(await on.context.cookies()).toHaveLength(1);
    expect((await on.context.cookies())[0]?.name).toBe('_st_id');
  });

  it('C3: has nothing in a frame that may read no cookie: a refusal may stand in it', async () => {
    await visit({ 'cf-ipcountry': 'US' });
    await on.page.setContent(`<iframe sandbox="allow-scripts" src="${on.site.url}/prerendered"></iframe>`);
    await atRest(on.page);
    const frame = on.page.frames()[1]!;
    expect(await consentModeCalls(frame)).toEqual(['default: security_storage', 'update: security_storage']);
    expect(on.vendors.hits).toEqual({});
    expect(await frame.locator('[data-consent-banner]').isVisible()).toBe(false);
  });
});

describe('a visitor where the law lets something be on until they object', () => {
  const fromBritain = async () => {
    await visit({ 'cf-ipcountry': 'GB' });
    await go('/');
  };
  const submissions = () => on.cms.records.map(({ submission }) => submission.decisions);

  it('is asked for the rest, told why it is on, and counted as one who consented to nothing of it', async () => {
    await fromBritain();
    await poll(() => on.vendors.hits).toEqual({ '/stats.js': 1 });
    expect(await banner().isVisible()).toBe(true);
    expect(await consentCookie(on.context)).toBeNull();
    expect((await consentModeCalls(on.page))[0]).toMatch(/^default: analytics_storage/);
    await accept();
    await recorded();
    expect(submissions()).toEqual([{ functional: true, marketing: true }]);
    expect((await consentCookie(on.context))?.d).toEqual({ functional: 1, marketing: 1 });
    // Where the law asks for consent there is none of it.
    const abroad = await on.browser.newContext({
      baseURL: on.site.url,
      extraHTTPHeaders: { 'cf-ipcountry': 'DE' },
      storageState: await on.context.storageState(),
    });
    const page = await abroad.newPage();
    await visitPage(page, '/');
    expect(await page.evaluate(() => document.documentElement.dataset.consentGranted)).toBe(
      'necessary functional marketing',
    );
    await abroad.close();
  });

  it('objects with one switch: it stops, is recorded and cleaned up after, and stays off', async () => {
    await fromBritain();
    await poll(() => on.vendors.hits).toEqual({ '/stats.js': 1 });
    await click('[data-consent-banner] [data-consent-action=customize]');
    const control = on.page.locator('dialog [data-consent-toggle=analytics]');
    expect(await control.isChecked()).toBe(true);
    const why = await control.evaluate((input) =>
      (input.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .join(' '),
    );
    expect(why).toContain('On without your consent, as the law here allows, until you object');
    const names = async () => (await on.context.cookies()).map(({ name }) => name).sort();
    expect(await names()).toEqual(['_st_id']);
    await control.click();
    await click('dialog [data-consent-action=save]');
    await recorded();
    expect(submissions()).toEqual([{ functional: false, analytics: false, marketing: false }]);
    await poll(names).toEqual(['pl-consent']);
    on.forgetHits();
    await reloadPage(on.page);
    await atRest(on.page);
    expect([await root('consentGranted'), on.vendors.hits]).toEqual(['necessary', {}]);
  });

  it('objects by Global Privacy Control, too', async () => {
    await visit({ 'cf-ipcountry': 'GB', 'sec-gpc': '1' });
    await go('/');
    await atRest(on.page);
    expect([await root('consentGranted'), on.vendors.hits]).toEqual(['necessary', {}]);
    await click('[data-consent-banner] [data-consent-action=customize]');
    expect(await on.page.locator('dialog [data-consent-toggle=analytics]').isDisabled()).toBe(true);
  });
});
