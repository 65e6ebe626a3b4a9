// @vitest-environment happy-dom
import { useStore as useInPreact } from '@nanostores/preact';
import { useStore as useInReact } from '@nanostores/react';
import { useStore as useInSolid } from '@nanostores/solid';
import { useStore as useInVue } from '@nanostores/vue';
import { atom, computed, listenKeys, type MapStore, onMount } from 'nanostores';
import { h, render as renderPreact } from 'preact';
import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { createComputed, createRoot as createSolidRoot } from 'solid-js';
import { derived, get as readInSvelte } from 'svelte/store';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createApp, defineComponent, h as hVue, nextTick } from 'vue';
import type { ConsentState } from '../src/contract/config.ts';
import { createTestConfig } from '../src/contract/default-config.ts';
import { memoryStorage } from '../src/page/storage.ts';
import { createConsentStore } from '../src/page/store.ts';

const open = () =>
  createConsentStore({
    config: createTestConfig(),
    storage: memoryStorage(),
    gpc: false,
    now: () => 1_790_000_000,
  });

/** Their types offer `keys` for map stores alone, though they read of them nothing that this store lacks. */
const keyed = (store: ReturnType<typeof open>) => store as unknown as MapStore<ConsentState>;

afterEach(() => {
  document.body.innerHTML = '';
});

describe('the store follows the contract of nanostores', () => {
  it('in React', () => {
    const store = open();
    const Status = () => createElement('p', null, useInReact(store).status);
    const root = createRoot(document.body);
    flushSync(() => root.render(createElement(Status)));
    expect([document.body.textContent, store.lc]).toEqual(['undecided', 1]);
    flushSync(() => store.acceptAll());
    expect(document.body.textContent).toBe('decided');
    flushSync(() => root.unmount());
    expect(store.lc).toBe(0);
  });

  it('in React on a server, where it renders the first state', () => {
    const store = open();
    store.acceptAll();
    const Status = () => createElement('p', null, useInReact(store, { ssr: 'initial' }).status);
    expect(renderToString(createElement(Status))).toBe('<p>undecided</p>');
  });

  it('in React with keys, where only those render', () => {
    const store = open();
    const drawn = vi.fn();
    const Ui = () => {
      const { ui } = useInReact(keyed(store), { keys: ['ui'] });
      drawn(ui);
      return null;
    };
    const root = createRoot(document.body);
    flushSync(() => root.render(createElement(Ui)));
    flushSync(() => store.toggle('analytics'));
    flushSync(() => store.open());
    expect(drawn.mock.calls).toEqual([['banner'], ['preferences']]);
    root.unmount();
  });

  it('in Preact', async () => {
    const store = open();
    renderPreact(
      h(() => h('p', null, useInPreact(store).status), {}),
      document.body,
    );
    expect(document.body.textContent).toBe('undecided');
    await vi.waitFor(() => expect(store.lc).toBe(1));
    store.acceptAll();
    await vi.waitFor(() => expect(document.body.textContent).toBe('decided'));
    renderPreact(null, document.body);
  });

  it('in Vue', async () => {
    const store = open();
    const app = createApp(
      defineComponent(() => {
        const state = useInVue(store);
        return () => hVue('p', state.value.status);
      }),
    );
    app.mount(document.body);
    expect(document.body.textContent).toBe('undecided');
    store.acceptAll();
    await nextTick();
    expect(document.body.textContent).toBe('decided');
    app.unmount();
    expect(store.lc).toBe(0);
  });

  it('in Solid, which cannot write into the state', () => {
    const store = open();
    const first = store.get();
    const seen: string[] = [];
    createSolidRoot((dispose) => {
      const state = useInSolid(store);
      createComputed(() => seen.push(`${state().status} ${state().decisions.analytics}`));
      store.acceptAll();
      store.withdraw();
      dispose();
    });
    expect(seen.at(-1)).toBe('decided false');
    expect([first.status, first.decisions.analytics, store.lc]).toEqual(['undecided', false, 0]);
  });

  it('and that of Svelte: subscribe calls at once', () => {
    const store = open();
    const status = derived(store, ({ status }) => status);
    const seen: string[] = [];
    const stop = status.subscribe((value) => seen.push(value));
    store.acceptAll();
    stop();
    store.withdraw();
    expect([seen, readInSvelte(store).source, store.lc]).toEqual([['undecided', 'decided'], 'withdraw', 0]);
  });

  it('with computed stores, listened to or not', () => {
    const store = open();
    const other = atom(1);
    const granted = computed([store, other], (state) => state.decisions.analytics);
    expect(granted.get()).toBe(false);
    store.acceptAll();
    expect(granted.get()).toBe(true);
    const stop = granted.listen(() => {});
    store.withdraw();
    expect(granted.get()).toBe(false);
    stop();
  });

  it('with onMount and listenKeys', () => {
    const store = open();
    const mounts: string[] = [];
    vi.useFakeTimers();
    onMount(store, () => {
      mounts.push('on');
      return () => mounts.push('off');
    });
    const heard = vi.fn();
    const stop = listenKeys(keyed(store), ['status'], heard);
    store.toggle('analytics');
    expect(heard).not.toHaveBeenCalled();
    store.acceptAll();
    stop();
    vi.runAllTimers();
    vi.useRealTimers();
    expect([heard.mock.calls.length, mounts]).toEqual([1, ['on', 'off']]);
  });

  it('a listener that stops another in between spares it the call', () => {
    const store = open();
    const heard = vi.fn();
    const stops: (() => void)[] = [];
    store.listen(() => stops[0]?.());
    stops.push(store.listen(heard));
    store.acceptAll();
    expect(heard).not.toHaveBeenCalled();
  });
});
