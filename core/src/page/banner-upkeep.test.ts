// @vitest-environment happy-dom

import { afterEach, expect, it, vi } from 'vitest';
import { createTestConfig } from '../contract/default-config.ts';
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
