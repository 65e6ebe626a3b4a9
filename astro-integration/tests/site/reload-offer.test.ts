import { beforeEach, describe, expect, it } from 'vitest';
import { atRest, visitPage } from './browser.ts';
import { poll, prepareVisits } from './visits.ts';

const on = prepareVisits();
const { visit, go, click, clickReject, follow, accept, root } = on;

const notice = () => on.page.locator('[data-consent-reload]');

/** Opens a page, and waits until what analytics allows has run. */
async function withScript(country: string): Promise<void> {
  await visit({ 'cf-ipcountry': country });
  await go('/');
  if (country === 'DE') await accept();
  await poll(() => on.vendors.hits['/stats.js']).toBe(1);
}

/** Presses a button of the page's own. */
const pressOwn = (action: string) =>
  on.page.evaluate((name) => {
    const button = document.createElement('button');
    button.dataset.consentAction = name;
    document.body.append(button);
    button.click();
  }, action);

describe('C12: a reload is offered', () => {
  const ways: [string, string, () => Promise<void>][] = [
    ['in the banner, under opt-out', 'US', clickReject],
    ['in the banner, under notice', 'JP', clickReject],
    ['by a button of the page', 'DE', () => pressOwn('withdraw')],
    [
      'in another tab',
      'DE',
      async () => {
        const other = await on.context.newPage();
        await visitPage(other, '/plain');
        await other.evaluate(() => {
          const button = document.createElement('button');
          button.dataset.consentAction = 'reject-all';
          document.body.append(button);
          button.click();
        });
      },
    ],
  ];

  it.each(ways)('to who refuses what has run %s', async (_, country, refuse) => {
    await withScript(country);
    expect(await notice().count()).toBe(0);
    await refuse();
    await poll(() => notice().locator('p').allTextContents()).toEqual([
      on.cms.config.banner.labels.reloadNotice,
    ]);
  });

  it('on each page that client-side navigation leads to, for the scripts run on', async () => {
    await withScript('US');
    await clickReject();
    await poll(() => notice().count()).toBe(1);
    for (const page of ['gate', 'home']) {
      await follow(page);
      await poll(() => notice().count()).toBe(1);
    }
    await on.leaving(() => click('[data-consent-reload] [data-consent-action=reload]'));
    expect(await notice().count()).toBe(0);
  });

  it('again with each decision, and by no more than a look at the preferences', async () => {
    await withScript('US');
    await clickReject();
    await click('[data-consent-reload] [value=close]');
    await click('[data-consent-manage]');
    await click('dialog [data-consent-action=close]');
    expect(await notice().count()).toBe(0);
    await pressOwn('withdraw');
    await poll(() => notice().count()).toBe(1);
  });
});

it('C12: a script of a granted gate within one that is allowed once asks for no reload', async () => {
  await go('/');
  await click('[data-consent-banner] [data-consent-action=customize]');
  await on.page.setChecked('dialog [data-consent-toggle=functional]', true);
  await click('dialog [data-consent-action=save]');
  const gateOf = (category: string, held: string) =>
    `<div data-consent-gate="z" data-consent-category="${category}" data-state="closed">
      <div data-consent-blocked consent-own><button data-consent-allow="once">Once</button></div>
      <template>${held}</template>
    </div>`;
  await on.page.evaluate(
    (html) => document.body.insertAdjacentHTML('beforeend', html),
    gateOf('marketing', gateOf('functional', '<script>window.inner = 1;</script>')),
  );
  await click('[data-consent-allow=once]');
  await poll(() => on.page.evaluate(() => (window as unknown as { inner?: number }).inner)).toBe(1);
  await click('[data-consent-manage]');
  await on.page.waitForSelector('dialog[open]');
  expect(await on.page.locator('[data-consent-action=reload]').count()).toBe(0);
  await click('dialog [data-consent-action=reject-all]');
  await poll(() => notice().count()).toBe(1);
});

describe('C12: a script of a gate that is allowed once', () => {
  /** Decides in the preferences, which say themselves what a reload would end. */
  const decide = async (action: string) => {
    await click('[data-consent-manage]');
    await on.page.waitForSelector('dialog[open]');
    expect(await on.page.locator('dialog [data-consent-action=reload]').count()).toBe(0);
    await click(`dialog [data-consent-action=${action}]`);
  };

  beforeEach(async () => {
    await go('/gate');
    await click('[data-consent-allow=once]');
    await poll(() => on.page.evaluate(() => (window as unknown as { gated: number }).gated)).toBe(1);
  });

  it('asks for no reload where its category is granted later, until that is refused', async () => {
    await decide('accept-all');
    await poll(() => root('consent')).toBe('decided');
    await atRest(on.page);
    expect(await notice().count()).toBe(0);
    await decide('reject-all');
    await poll(() => notice().count()).toBe(1);
  });

  it('asks for one as soon as something is decided, and that not granted', async () => {
    await decide('reject-all');
    await poll(() => notice().count()).toBe(1);
  });
});
