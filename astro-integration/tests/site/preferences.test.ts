import { encodeConsentCookie, readConsentCookie } from '@permesso/consent-core';
import { interfaceTexts } from '@permesso/consent-core/texts';
import { beforeEach, describe, expect, it } from 'vitest';
import { atRest, consentCookie, consentModeCalls, isUnsent, visitPage } from './browser.ts';
import { preparePreferences } from './preferences-visits.ts';
import { poll } from './visits.ts';

const on = preparePreferences();
const { go, open, choose, toggle, isOn, gates, tellTab } = on;

describe('the preferences of a visitor who is asked', () => {
  it('ask for their parts and the texts once, and show what the configuration says', async () => {
    await go('/');
    await open();
    await atRest(on.page);
    expect(on.asked.sort()).toEqual(['_consent/c', 'consent', 'preferences']);
    expect(await on.page.textContent('dialog')).toContain('Stats Ltd');
    expect(await on.page.textContent('dialog')).toContain('13 months');
    expect(await on.context.cookies()).toEqual([]);
  });

  it('decide what the switches say: cookie, record, gates and Consent Mode follow', async () => {
    await go('/gate');
    await open();
    await toggle('analytics');
    await choose('save');
    expect(await on.page.isVisible('dialog')).toBe(false);
    await poll(gates).toEqual(['closed', 'open']);
    const cookie = await consentCookie(on.context);
    expect(cookie).toMatchObject({ d: { functional: 0, analytics: 1, marketing: 0 }, s: 'p' });
    await poll(() => on.cms.records.length).toBe(1);
    expect(on.cms.records[0]!.submission).toMatchObject({ consentId: cookie?.id, source: 'preferences' });
    expect((await consentModeCalls(on.page)).at(-1)).toMatch(/^update: analytics_storage/);
    await open();
    expect(await on.page.locator('dialog [data-consent-part=meta] code').textContent()).toBe(cookie?.id);
    expect([await isOn('analytics'), await isOn('marketing')]).toEqual([true, false]);
  });

  it('drop what was toggled when they are closed, and leave the banner due', async () => {
    await go('/gate');
    for (const leave of [() => on.page.keyboard.press('Escape'), () => choose('close')]) {
      await open();
      expect(await isOn('marketing')).toBe(false);
      await toggle('marketing');
      await leave();
      expect(await on.page.isVisible('dialog')).toBe(false);
    }
    expect(await on.page.isVisible('[data-consent-banner]')).toBe(true);
    expect(await gates()).toEqual(['closed', 'closed']);
    expect(await on.context.cookies()).toEqual([]);
  });

  it('keep what was toggled when another configuration arrives', async () => {
    await go('/');
    await on.page.click('[data-consent-banner] [data-consent-action=reject-all]');
    await poll(() => on.cms.records.length).toBe(1);
    let arrive = () => {};
    const toggled = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await on.page.route('**/_consent/config*', (route) => toggled.then(() => route.continue()));
    await on.page.goto('/prerendered');
    await open();
    await toggle('marketing');
    await poll(() => isOn('marketing')).toBe(true);
    arrive();
    await atRest(on.page);
    expect([await isOn('analytics'), await isOn('marketing')]).toEqual([false, true]);
    await choose('save');
    await poll(async () => (await consentCookie(on.context))?.d).toMatchObject({
      analytics: 0,
      marketing: 1,
    });
  });

  it.each(['/', '/prerendered'])(
    'say of what is on before a choice why it is, and how to end it, until the visitor has decided on it: %s',
    async (path) => {
      await on.context.setExtraHTTPHeaders({ 'cf-ipcountry': 'US' });
      await go(path);
      await on.page.locator('[data-consent-banner]').waitFor({ state: 'visible' });
      await open();
      const why = on.page.locator('dialog [data-consent-part=basis]');
      expect(await why.allTextContents()).toEqual(Array(3).fill(interfaceTexts('en').basisObjection));
      expect(await on.page.getAttribute('#pc-category-marketing', 'aria-describedby')).toContain(
        'pc-category-marketing-basis',
      );
      await toggle('marketing');
      await choose('save');
      await open();
      // Of what they left on nothing was decided.
      expect([await isOn('analytics'), await isOn('marketing'), await why.count()]).toEqual([true, false, 2]);
    },
  );

  it.each(['/', '/prerendered'])(
    'say it of what was added after the decision too, on a page and without scripts: %s',
    async (path) => {
      await on.context.setExtraHTTPHeaders({ 'cf-ipcountry': 'US' });
      await go('/');
      await open();
      await choose('accept-all');
      await poll(() => on.cms.records.length).toBe(1);
      await poll(() => isUnsent(on.page)).toBe(false);
      const cookie = readConsentCookie(await on.page.evaluate(() => document.cookie), 'pl-consent')!;
      // As it was kept where there was nothing for marketing yet.
      const { marketing: _, ...d } = cookie.d;
      await on.context.addCookies([
        { name: 'pl-consent', value: encodeConsentCookie({ ...cookie, d }), url: on.site.url },
      ]);
      const saying = () =>
        on.page.locator('[data-consent-part=basis]').evaluateAll((all) => all.map(({ id }) => id));
      await go(path);
      await open();
      expect([await isOn('analytics'), await isOn('marketing'), await saying()]).toEqual([
        ...[true, true],
        ['pc-category-marketing-basis'],
      ]);
      await on.page.goto('/_consent/preferences');
      expect(await saying()).toEqual(['pc-category-marketing-basis']);
      await go(path);
      await open();
      await toggle('marketing');
      await choose('save');
      await open();
      expect([await isOn('marketing'), await saying()]).toEqual([false, []]);
    },
  );

  it('C3: keep a refusal where an element of the page is named like the cookies', async () => {
    await on.context.setExtraHTTPHeaders({ 'cf-ipcountry': 'US' });
    await go('/gate');
    await on.page.click('[data-consent-banner] [data-consent-action=reject-all]');
    await poll(() => on.cms.records.length).toBe(1);
    await on.page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        const form = Object.assign(document.createElement('form'), { name: 'cookie' });
        document.body.append(form);
      });
    });
    await go('/gate');
    expect(await on.page.evaluate(() => typeof document.cookie)).toBe('object');
    await open();
    await toggle('analytics');
    await choose('save');
    await poll(gates).toEqual(['closed', 'open']);
    expect(await consentCookie(on.context)).toMatchObject({ d: { analytics: 1, marketing: 0 }, j: 'out' });
    await tellTab();
    await atRest(on.page);
    expect(await gates()).toEqual(['closed', 'open']);
    // The router goes on as well.
    await on.page.click('nav a[href="/"]');
    await poll(() => on.page.url()).toBe(`${on.site.url}/`);
    expect(await on.page.evaluate(() => document.documentElement.dataset.consentGranted)).toBe(
      'necessary analytics',
    );
  });

  it('I4: follow a decision of another tab while they are open', async () => {
    const other = await on.context.newPage();
    await go('/gate');
    await visitPage(other, '/gate');
    await open();
    await toggle('marketing');
    await other.click('[data-consent-banner] [data-consent-action=reject-all]');
    await poll(() => isOn('marketing')).toBe(false);
    await choose('save');
    await poll(() => on.page.isVisible('dialog')).toBe(false);
    expect(await consentCookie(on.context)).toMatchObject({ d: { marketing: 0, analytics: 0 } });
  });

  it('decide for this page alone where the browser keeps no cookie, with what was toggled', async () => {
    await on.context.addInitScript(() => {
      Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set() {} });
    });
    await go('/gate');
    await open();
    await toggle('analytics');
    await choose('save');
    await poll(gates).toEqual(['closed', 'open']);
    expect(await on.context.cookies()).toEqual([]);
  });
});

describe('the preferences of a visitor who has decided', () => {
  beforeEach(async () => {
    await go('/gate');
    await on.page.click('[data-consent-banner] [data-consent-action=accept-all]');
    await poll(() => on.cms.records.length).toBe(1);
    await poll(() => isUnsent(on.page)).toBe(false);
    await go('/gate');
    on.asked.length = 0;
  });

  it('ask for the texts and come in their own look', async () => {
    // A page on which nothing else has that look.
    await go('/');
    on.asked.length = 0;
    await open();
    await atRest(on.page);
    expect([...new Set(on.asked)].sort()).toEqual(['consent', 'preferences']);
    expect(await on.page.textContent('dialog')).toContain('Stats Ltd');
    expect(await isOn('analytics')).toBe(true);
    const surface = await on.page
      .locator('dialog')
      .evaluate((dialog) => getComputedStyle(dialog).getPropertyValue('--pc-surface'));
    expect(surface).not.toBe('');
  });

  it('C9, C12: withdraw: gates close, the record names the old consent, and a reload is offered', async () => {
    await poll(gates).toEqual(['open', 'open']);
    await open();
    await choose('withdraw');
    await poll(gates).toEqual(['closed', 'closed']);
    await on.page.waitForSelector('[data-consent-reload]');
    expect(await on.page.textContent('[data-consent-reload] p')).not.toBe('');
    await poll(() => on.cms.records.length).toBe(2);
    const [first, second] = on.cms.records.map(({ submission }) => submission);
    expect(second).toMatchObject({ source: 'withdraw', replaces: first?.consentId });
    expect((await consentModeCalls(on.page)).at(-1)).toBe('update: security_storage');
  });

  it('open with what is known where nobody answers: a grant can be withdrawn all the same', async () => {
    await on.page.route('**/_consent/config*', (route) => route.abort());
    await open();
    await choose('withdraw');
    await poll(gates).toEqual(['closed', 'closed']);
    expect(await consentCookie(on.context)).toMatchObject({ s: 'w', d: { analytics: 0, marketing: 0 } });
  });
});
