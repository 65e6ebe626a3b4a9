// @vitest-environment happy-dom
import { memoryStorage, type StorageAdapter } from '@permesso/consent-core';
import { act, createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { ConsentGate } from '../../src/react/index.ts';
import { decidedCookie } from '../page/locals.ts';
import { config, mounted, provider, Tracker } from './provider.ts';

describe('L: under the cookie that the server saw, a gate', () => {
  const granted = decidedCookie(config, true);
  const gated = (storage: StorageAdapter) =>
    provider(createElement(ConsentGate, { category: 'marketing', fallback: 'no' }, createElement(Tracker)), {
      initialCookie: granted,
      storeOptions: { storage },
    });
  const hydrate = async (storage: StorageAdapter) => {
    mounted.times = 0;
    const tree = gated(storage);
    const complaints: unknown[] = [];
    const page = document.createElement('div');
    page.innerHTML = renderToString(tree);
    const served = page.textContent;
    const hydrated = await act(async () =>
      hydrateRoot(page, tree, { onRecoverableError: (error) => complaints.push(error) }),
    );
    const found = { served, shown: page.textContent, mounted: mounted.times, complaints };
    await act(async () => hydrated.unmount());
    return found;
  };

  it('is closed in the HTML, and opens once the page has judged its own cookie', async () => {
    expect(await hydrate(memoryStorage(granted))).toEqual({
      served: 'no',
      shown: '',
      mounted: 1,
      complaints: [],
    });
  });

  it.each([
    ['was refused since', decidedCookie(config, false)],
    ['is gone since', null],
  ])('mounts nothing where the grant %s', async (_, cookie) => {
    expect(await hydrate(memoryStorage(cookie))).toEqual({
      served: 'no',
      shown: 'no',
      mounted: 0,
      complaints: [],
    });
  });
});

it('hydrates what the server wrote without a complaint', async () => {
  const tree = provider(createElement(ConsentGate, { category: 'analytics', fallback: 'no' }, 'yes'));
  const served = document.createElement('div');
  served.innerHTML = renderToString(tree);
  const complaints: unknown[] = [];
  const hydrated = await act(async () =>
    hydrateRoot(served, tree, { onRecoverableError: (error) => complaints.push(error) }),
  );
  expect(served.textContent).toBe('no');
  expect(complaints).toEqual([]);
  await act(async () => hydrated.unmount());
});
