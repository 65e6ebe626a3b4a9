import { expect, it } from 'vitest';
import { poll, prepareVisits } from './visits.ts';

/** A tag that leaves something behind wherever it runs. */
const on = prepareVisits({}, [
  {
    id: 'leaving',
    name: 'Leaving',
    categoryKey: 'marketing',
    kind: 'script',
    cookies: [
      { name: '_ad', storage: 'cookie' },
      { name: '_ad', storage: 'localStorage' },
    ],
    loader: {
      inline: "document.cookie = '_ad=1; Path=/'; localStorage.setItem('_ad', '1');",
      strategy: 'afterDecision',
      consentModeManaged: false,
    },
  },
]);
const { visit, go, click, accept } = on;

const left = () =>
  on.page.evaluate(() => [
    document.cookie.includes('_ad='),
    '_ad' in localStorage,
    localStorage['pl-consent:granted'],
  ]);
const everything = [true, true, 'functional analytics marketing'];

it('I3: is removed where the page is left by what hears of the withdrawal', async () => {
  await go('/');
  await accept();
  await poll(left).toEqual(everything);
  const reloaded = on.page.waitForEvent('load');
  await on.page.evaluate(() => addEventListener('consentchange', () => location.reload()));
  await on.page.evaluate(() =>
    document
      .querySelector<HTMLElement>('[data-consent-manage]')!
      .insertAdjacentHTML('afterend', '<button id="end" data-consent-action="withdraw">End</button>'),
  );
  await click('#end');
  await reloaded;
  await poll(left).toEqual([false, false, undefined]);
});

it('I3: is removed on the page after the form of the preferences', async () => {
  await go('/');
  await accept();
  await poll(left).toEqual(everything);
  await on.page.goto('/_consent/preferences?return=/');
  await click('[value=withdraw]');
  await on.page.waitForURL((url) => url.pathname === '/');
  await poll(left).toEqual([false, false, undefined]);
});

it('I3, C11: is removed once the browser says Global Privacy Control, of a visitor who has answered nothing', async () => {
  await visit({ 'cf-ipcountry': 'US' });
  await go('/');
  await poll(left).toEqual(everything);
  await on.page.addInitScript(() =>
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
  );
  await go('/');
  await poll(left).toEqual([false, false, 'functional']);
});

it('I3: is noted nowhere for visitors who grant nothing', async () => {
  await go('/');
  await on.reject();
  await go('/');
  await on.recorded();
  expect(await left()).toEqual([false, false, undefined]);
});
