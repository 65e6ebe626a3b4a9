import type { ConsentState } from '../contract/config.ts';
import { inertConfig } from '../contract/default-config.ts';
import { addListener, callListeners, type Listeners } from './atom.ts';
import { ledger } from './ledger.ts';
import { page } from './page-state.ts';
import { pageStore } from './page-store.ts';
import { memoryStorage } from './storage.ts';
import { type ConsentListener, type ConsentStore, createConsentStore } from './store.ts';

/** Calls `use` with the page's store: at once, or as soon as there is one. */
export function whenStore(use: (store: ConsentStore) => void): void {
  const known = pageStore();
  if (known) {
    use(known);
    return;
  }
  const { listeners } = page();
  const look = () => {
    const { store } = page();
    if (!store) return;
    listeners.delete(look);
    use(store);
  };
  listeners.add(look);
}

/**
 * Speaks for the page's store before there is one, and from then on: for scripts that hold on to it. Until a configuration is known
 * nothing is granted, and no cookie is read or written, since the configuration alone says how it is named (C1).
 */
export function awaitedStore(): ConsentStore {
  const inert = createConsentStore({ config: inertConfig(), storage: memoryStorage() });
  const now = () => page().store ?? inert;
  const get = () => now().value;
  const stateListeners: Listeners<[ConsentState, ConsentState?]> = new Set();
  const decisionListeners: Listeners<Parameters<ConsentListener>> = new Set();
  const tell = (previous?: ConsentState) =>
    callListeners(stateListeners, (listener) => listener(get(), previous));
  const decided: ConsentListener = (...decision) =>
    callListeners(decisionListeners, (listener) => listener(...decision));

  const awaited: ConsentStore = {
    get config() {
      return now().config;
    },
    get keptIn() {
      return now().keptIn;
    },
    get value() {
      return get();
    },
    get lc() {
      return stateListeners.size;
    },
    init: inert.init,
    eq: Object.is,
    get,
    getState: get,
    listen: (listener) => addListener(stateListeners, listener, () => awaited.off()),
    subscribe(listener) {
      const stop = awaited.listen(listener);
      listener(get());
      return stop;
    },
    notify: tell,
    off() {},
    onChange: (listener) => addListener(decisionListeners, listener),
    has: (expr) => now().has(expr),
    isRequired: (key) => now().isRequired(key),
    acceptAll: () => now().acceptAll(),
    rejectAll: () => now().rejectAll(),
    withdraw: () => now().withdraw(),
    toggle: (key, on) => now().toggle(key, on),
    save: () => now().save(),
    dismiss: () => now().dismiss(),
    open: (view) => now().open(view),
    close: () => now().close(),
    // The cookie can only be judged by whoever reads it.
    refresh: (config, gpc) => page().store?.refresh(config, gpc),
    destroy() {
      now().destroy();
      stateListeners.clear();
      decisionListeners.clear();
    },
  };
  whenStore((store) => {
    store.listen((_, previous) => tell(previous));
    store.onChange(decided);
    // A signal is decided by as the store is made (C11).
    if (ledger().announced) decided(store.value.decisions, inert.value.decisions, store.value.source);
    tell(inert.value);
  });
  return awaited;
}
