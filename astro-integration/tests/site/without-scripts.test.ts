import type { Route } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { consentCookie } from './browser.ts';
import { poll, prepareVisits } from './visits.ts';

const on = prepareVisits();
const { go, click, clickReject, decisionsSent, root, reject, leaving } = on;

describe('the preferences page', () => {
  it('I6: saves what the switches of the preferences page say when Enter is pressed in one', async () => {
    await go('/');
    await reject();
    const response = await on.page.goto('/_consent/preferences');
    expect(response?.headers()['cache-control']).toBe('private, no-store');
    await on.page.focus('[data-consent-toggle=analytics]');
    await on.page.keyboard.press('Space');
    await leaving(() => on.page.keyboard.press('Enter'));
    await poll(async () => (await consentCookie(on.context))?.s).toBe('p');
    expect(await consentCookie(on.context)).toMatchObject({ d: { analytics: 1, marketing: 0 } });
  });
});

describe('a site whose files are gone', () => {
  it('I6: works as without JavaScript where its files are gone from the site', async () => {
    await on.context.route(/\/consent\.\w+\/(consent|preferences)\.js/, (route) =>
      route.fulfill({ status: 404 }),
    );
    await go('/');
    await click('[data-consent-banner] [data-consent-action=customize]');
    await on.page.waitForURL(/\/_consent\/preferences/);
    await go('/');
    await leaving(clickReject);
    expect(await consentCookie(on.context)).toMatchObject({ d: { analytics: 0, marketing: 0 } });
    expect(await root('consentUi')).toBe('closed');
    await poll(() => decisionsSent()).toBe(1);
    await click('[data-consent-manage]');
    await on.page.waitForURL(/\/_consent\/preferences/);
  });
});

describe.each<[string, (route: Route) => Promise<void>]>([
  ['nothing', (route) => route.abort()],
  ['an empty file', (route) => route.fulfill({ contentType: 'text/javascript', body: '' })],
])('a visitor whose blocker knows our files by their names and lets %s come', (_, block) => {
  beforeEach(() => on.context.route(/\/consent\.\w+\/\w+\.js$/, block));

  it('I6: answers the banner and decides on the page of the preferences', async () => {
    await go('/gate');
    await leaving(clickReject);
    expect(await consentCookie(on.context)).toMatchObject({ s: 'b' });
    await click('[data-consent-manage]');
    await on.page.waitForURL('**/_consent/preferences*');
    await on.page.check('input[value=analytics]');
    await click('[data-consent-action=save]');
    await poll(async () => (await consentCookie(on.context))?.d).toMatchObject({
      analytics: 1,
      marketing: 0,
    });
  });

  it('finds that page also where the first of them is there', async () => {
    await on.context.unrouteAll();
    await on.context.route(/\/consent\.\w+\/preferences\.js$/, block);
    await go('/gate');
    await click('[data-consent-banner] [data-consent-action=customize]');
    await on.page.waitForURL('**/_consent/preferences*');
    expect(await on.page.locator('[data-consent-toggle=analytics]').isChecked()).toBe(false);
  });
});
