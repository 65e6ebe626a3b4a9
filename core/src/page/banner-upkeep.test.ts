// @vitest-environment happy-dom

import { afterEach, expect, it, vi } from 'vitest';
import { createTestConfig } from '../contract/default-config.ts';
import { cookieFor, encodeConsentCookie } from '../rules/cookie.ts';
import { interfaceTexts } from '../texts/index.ts';
import { bannerElement } from '../ui/banner.ts';
import { toDom } from '../ui/markup.ts';
import { keepBanner } from './banner-upkeep.ts';
import { tellPage } from './page-state.ts';
import { memoryStorage } from './storage.ts';
import { createConsentStore } from './store.ts';

afterEach(() => vi.unstubAllGlobals());

it('asks for a page without a banner once, and not with each change', async () => {
  const asked = vi.fn(async () => new Response('<p>A page of a site that has placed no banner</p>'));
  vi.stubGlobal('fetch', asked);
  const store = createConsentStore({ config: createTestConfig(), storage: memoryStorage(), gpc: false });
  const stop = keepBanner(store);
  for (let at = 0; at < 5; at += 1) {
    store.toggle('analytics');
    await new Promise((resolve) => setTimeout(resolve));
  }
  expect(asked).toHaveBeenCalledTimes(1);
  history.pushState(null, '', '/elsewhere');
  tellPage();
  expect(asked, 'another page may have one').toHaveBeenCalledTimes(2);
  stop();
  store.destroy();
});

it('says what an editor wrote below the text, from the server and in a page that is older', () => {
  const banner = (notes?: { optOut: string }) =>
    createTestConfig({ jurisdiction: { country: 'US', model: 'opt-out' }, banner: notes ? { notes } : {} });
  const written = (config: ReturnType<typeof banner>, due: boolean) =>
    toDom(
      bannerElement({
        banner: config.banner,
        model: 'opt-out',
        notes: ['opt-out'],
        texts: interfaceTexts('en'),
        basePath: '',
        returnTo: '',
        due,
        direction: 'ltr',
      }),
    ) as HTMLElement;
  const noteOf = (element: ParentNode) => element.querySelector('[data-consent-part=opt-out]')?.textContent;
  const edited = banner({ optOut: 'Ours: refuse sale and sharing.' });
  expect(noteOf(written(edited, true))).toBe('Ours: refuse sale and sharing.');

  const older = written(banner(), false);
  expect(noteOf(older)).toBe(interfaceTexts('en').optOutNote);
  document.body.replaceChildren(older);
  const store = createConsentStore({ config: edited, storage: memoryStorage(), gpc: false });
  const stop = keepBanner(store);
  expect(noteOf(document)).toBe('Ours: refuse sale and sharing.');
  stop();
  store.destroy();
  document.body.replaceChildren();
});

it('says who asks, and for what, where the page is older than the configuration', () => {
  const categories = createTestConfig().categories;
  document.body.replaceChildren(
    toDom(
      bannerElement({
        banner: undefined,
        model: 'opt-in',
        notes: [],
        texts: interfaceTexts('en'),
        basePath: '',
        returnTo: '',
        due: false,
        direction: 'ltr',
      }),
    ),
  );
  const config = createTestConfig({
    banner: { controller: 'Shop Ltd', labels: { manage: 'Cookies' } },
    trackers: [{ id: 'a', name: 'A', categoryKey: 'analytics', kind: 'pixel' }],
  });
  const store = createConsentStore({ config, storage: memoryStorage(), gpc: false });
  const stop = keepBanner(store);
  const facts = [...document.querySelectorAll('[data-consent-fact]')].map(({ textContent }) => textContent);
  const purposes = categories.filter(({ required }) => !required).map(({ label }) => label);
  expect(facts).toEqual(['Shop Ltd', purposes.join(', '), '1', 'Cookies']);
  stop();
  store.destroy();
  document.body.replaceChildren();
});

it.each([
  ['its decision has expired, and nothing has changed', { t: 1 }, []],
  ['a category was added', { cv: 'before' }, ['changed']],
])('says no more than is true where %s', (_, older, said) => {
  const config = createTestConfig({ jurisdiction: { country: 'US', model: 'opt-out' } });
  document.body.replaceChildren(
    toDom(
      bannerElement({
        banner: config.banner,
        model: 'opt-out',
        notes: ['opt-out', 'changed'],
        texts: interfaceTexts('en'),
        basePath: '',
        returnTo: '',
        due: false,
        direction: 'ltr',
      }),
    ),
  );
  const refused = cookieFor({
    consentId: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
    decisions: { functional: false, analytics: false, marketing: false },
    versions: config.versions,
    model: 'opt-out',
    source: 'banner',
    decidedAt: Math.floor(Date.now() / 1000) - 60,
  });
  const storage = memoryStorage(encodeConsentCookie({ ...refused, ...older }));
  const store = createConsentStore({ config, storage, gpc: false });
  const stop = keepBanner(store);
  const parts = [...document.querySelectorAll<HTMLElement>('p[data-consent-part]:not([hidden])')].map(
    ({ dataset }) => dataset.consentPart ?? '',
  );
  expect(parts.filter((part) => ['opt-out', 'notice', 'changed'].includes(part))).toEqual(said);
  stop();
  store.destroy();
  document.body.replaceChildren();
});
