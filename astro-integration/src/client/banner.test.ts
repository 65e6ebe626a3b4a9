// @vitest-environment happy-dom
import { createConsentStore, createTestConfig, memoryStorage } from '@permesso/consent-core';
import { afterEach, expect, it, vi } from 'vitest';
import { mountBanner } from './banner.ts';

afterEach(() => vi.unstubAllGlobals());

it('asks for a page without a banner once, and not with each change', async () => {
  const asked = vi.fn(async () => new Response('<p>A page of a site that has placed no banner</p>'));
  vi.stubGlobal('fetch', asked);
  const store = createConsentStore({ config: createTestConfig(), storage: memoryStorage(), gpc: false });
  const stop = mountBanner(store);
  for (let at = 0; at < 5; at += 1) {
    store.toggle('analytics');
    await new Promise((resolve) => setTimeout(resolve));
  }
  expect(asked).toHaveBeenCalledTimes(1);
  history.pushState(null, '', '/elsewhere');
  document.dispatchEvent(new Event('astro:after-swap'));
  expect(asked, 'another page may have one').toHaveBeenCalledTimes(2);
  stop();
  store.destroy();
});
