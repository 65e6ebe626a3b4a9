// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  attach,
  detachers,
  injected,
  inline,
  prepareLoader,
  settled,
  tracker,
} from '../../tests/open-loader.ts';
import type { ConsentExpr } from '../contract/config.ts';
import { attachLoader } from './loader.ts';
import { markScripts } from './navigation.ts';

prepareLoader();

describe('markup of the document', () => {
  const script = (category: string, text: string, more = '') =>
    `<script type="text/plain" data-consent-category='${category}' ${more}>${text}</script>`;
  // happy-dom runs no scripts: what counts here is that a live one was inserted. Chromium runs them in tests/browser.
  const live: string[] = [];
  const ran = () => live;
  beforeEach(() => {
    live.length = 0;
    const observer = new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof HTMLScriptElement && node.type !== 'text/plain') live.push(node.text);
    });
    observer.observe(document, { childList: true, subtree: true });
    detachers.push(() => observer.disconnect());
  });

  it('I2: runs scripts once granted, in document order, and keeps their attributes but not the inert type', async () => {
    document.body.innerHTML =
      script('analytics', '1', 'id="one" data-x="y"') + script('marketing', '9') + script('analytics', '2');
    const { store } = attach();
    await settled();
    expect(ran()).toEqual([]);
    store.toggle('analytics', true);
    store.save();
    await settled();
    expect(ran()).toEqual(['1', '2']);
    const one = document.querySelector<HTMLScriptElement>('#one')!;
    expect([one.type, one.dataset.x, one.hasAttribute('data-consent-category')]).toEqual(['', 'y', false]);
  });

  it('tells Partytown of what it is to run, and waits for none of it', async () => {
    document.body.innerHTML =
      script('analytics', '', 'data-type="text/partytown" data-consent-src="https://stats.example/a.js"') +
      script('analytics', 'next');
    const told: unknown[] = [];
    const tell = () => told.push(document.querySelector('[type="text/partytown"]')?.getAttribute('src'));
    addEventListener('ptupdate', tell);
    detachers.push(() => removeEventListener('ptupdate', tell));
    const { store } = attach();
    await settled();
    expect(told).toEqual([]);
    store.toggle('analytics', true);
    store.save();
    await settled();
    expect(told).toEqual(['https://stats.example/a.js']);
    expect(ran()).toEqual(['', 'next']);
  });

  it('I2: takes an expression of categories; what cannot be read is not granted', async () => {
    document.body.innerHTML =
      script('{"and":["analytics","functional"]}', 'and') +
      script('{"not":"marketing"}', 'not') +
      script('{"not":', 'broken') +
      script('', 'empty');
    const { store } = attach();
    await settled();
    expect(ran()).toEqual(['not']);
    store.acceptAll();
    await settled();
    expect(ran()).toEqual(['not', 'and']);
  });

  it('I2: runs what is added later, and what is the same only once', async () => {
    const { store } = attach();
    store.acceptAll();
    const added = script('analytics', 'late');
    document.body.innerHTML = `<main>${added}</main>`;
    await settled();
    // A client-side navigation brings the same markup again.
    document.body.innerHTML = `<main>${added}${script('analytics', 'new')}</main>`;
    await settled();
    expect(ran()).toEqual(['late', 'new']);
  });

  it('queues a script behind one that hangs once, whatever else changes in the page', async () => {
    const asked = vi.fn((expr: ConsentExpr) => expr === 'analytics');
    const once = (listener: () => void) => {
      listener();
      return () => {};
    };
    document.body.innerHTML = `${script('analytics', '', 'src="https://v.test/hangs.js"')}${script('analytics', 'next')}`;
    const { settings } = (window as unknown as { happyDOM: { settings: Record<string, unknown> } }).happyDOM;
    settings.disableJavaScriptFileLoading = true;
    settings.handleDisabledFileLoadingAsSuccess = false;
    detachers.push(attachLoader({ has: asked, subscribe: once }, []));
    await settled();
    asked.mockClear();
    for (let at = 0; at < 50; at += 1) {
      document.body.append(document.createElement('p'), 'text');
      await Promise.resolve();
    }
    await settled();
    expect(asked, 'what is added is looked at, not the whole page again').not.toHaveBeenCalled();
    document.querySelector('script[src]')!.dispatchEvent(new Event('load'));
    await settled();
    expect(asked, 'its one turn').toHaveBeenCalledTimes(1);
    expect(ran().at(-1)).toBe('next');
  });

  it('I2: once per document by tracker id, whoever inserts it', async () => {
    const { store } = attach([inline('a', { inline: 'config' })]);
    store.acceptAll();
    document.body.innerHTML = script('analytics', 'markup', 'data-consent-tracker="a"');
    await settled();
    expect(ran()).toEqual(['config']);
  });

  it('does not run a script whose grant was taken back while it waited', async () => {
    document.body.innerHTML = script('analytics', '1');
    const { store } = attach();
    store.acceptAll();
    store.withdraw();
    await settled();
    expect(ran()).toEqual([]);
    store.acceptAll();
    await settled();
    expect(ran()).toEqual(['1']);
  });

  it('leaves alone what a template holds', async () => {
    document.body.innerHTML = `<template>${script('analytics', '1')}</template>`;
    const { store } = attach();
    store.acceptAll();
    await settled();
    expect(ran()).toEqual([]);
  });

  // Frames follow in the same way; happy-dom loads none, so they are shown in tests/browser.
  it('I2: images load once granted, also when added later, and are emptied on revocation', async () => {
    const image = (category: string) => `<img data-consent-src="/film" data-consent-category="${category}">`;
    document.body.innerHTML = image('marketing');
    const { store } = attach();
    const sources = () => [...document.querySelectorAll('img')].map((element) => element.getAttribute('src'));
    expect(sources()).toEqual([null]);
    store.acceptAll();
    expect(sources()).toEqual(['/film']);
    document.body.insertAdjacentHTML('beforeend', `<p>${image('marketing')}</p>${image('analytics')}`);
    await settled();
    expect(sources()).toEqual(['/film', '/film', '/film']);
    store.withdraw();
    expect(sources()).toEqual([null, null, null]);
  });

  it('leaves to a vendor what it adds to the address, and what stands within', async () => {
    document.body.innerHTML =
      '<video data-consent-src="/film" data-consent-category="marketing"><track src="data:," /></video>';
    const { store } = attach();
    const video = () => document.querySelector('video')!;
    store.acceptAll();
    video().setAttribute('src', '/film?api=1');
    document.body.append(document.createElement('p'));
    await settled();
    expect(video().getAttribute('src')).toBe('/film?api=1');
    store.withdraw();
    expect(video().outerHTML).not.toContain('?api');
    expect(video().children).toHaveLength(1);
    store.acceptAll();
    expect(video().getAttribute('src')).toBe('/film');
  });

  it('is marked as the router of the page has asked for, which would run it again', async () => {
    document.body.innerHTML = script('analytics', '1', 'id="one"');
    markScripts((made) => made.setAttribute('data-ran', ''));
    const { store } = attach();
    store.acceptAll();
    await settled();
    expect(document.querySelector('#one')?.getAttribute('data-ran')).toBe('');
  });

  it('detached, does nothing any more', async () => {
    const { store, detach } = attach([tracker({ id: 'a' })]);
    detach();
    store.acceptAll();
    document.body.innerHTML = script('analytics', '1');
    await settled();
    expect([ran(), injected()]).toEqual([[], []]);
  });
});
