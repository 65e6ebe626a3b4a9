import type { ConsentConfig, ConsentListener, ConsentStore } from '@permesso/consent-core';
import { keepingDraft } from './draft.ts';
import { page } from './page.ts';

/** Has a store judge by Global Privacy Control from now on. */
const honors = new WeakMap<ConsentStore, () => void>();

/** All that judges, or acts upon a judgement. */
const JUDGING: readonly (keyof ConsentStore)[] = [
  'has',
  'isRequired',
  'acceptAll',
  'rejectAll',
  'withdraw',
  'save',
  'dismiss',
  'toggle',
  'open',
  'close',
  'refresh',
];

/**
 * Readies a store for a signal of which its page hears later. A core store takes the signal when it is made; so another
 * one is made then, as which this one goes on: whoever holds it, or listens to it, need not know.
 *
 * @param another makes the store with the signal
 */
export function awaitSignal(store: ConsentStore, another: () => ConsentStore): void {
  const listeners = new Set<[listener: ConsentListener, stop: () => void]>();
  let { onChange } = store;
  store.onChange = (listener) => {
    const heard: [ConsentListener, () => void] = [listener, onChange(listener)];
    listeners.add(heard);
    return () => {
      listeners.delete(heard);
      heard[1]();
    };
  };
  honors.set(store, () => {
    const next = another();
    const { destroy } = store;
    ({ onChange } = next);
    for (const heard of listeners) heard[1] = onChange(heard[0]);
    for (const name of JUDGING) Object.assign(store, { [name]: next[name] });
    store.destroy = () => {
      destroy();
      next.destroy();
    };
    Object.defineProperty(store, 'config', { get: () => next.config });
    // What is before the visitor stays there.
    if (store.getState().ui === 'preferences') next.open();
    const mirror = store as { value: unknown };
    next.subscribe((state) => {
      const before = store.getState();
      mirror.value = state;
      store.notify(before);
    });
  });
}

/** Judges by a configuration that was asked for, and by the signal that may have come with it. */
export function judgeBy(store: ConsentStore, config: ConsentConfig): void {
  keepingDraft(store, () => {
    if (page().facts?.gpc && !store.getState().gpc) honors.get(store)?.();
    store.refresh(config);
  });
}
