/** A loader over an empty document of happy-dom, and trackers for it. */
import { afterEach, beforeEach } from 'vitest';
import type { ConsentTracker } from '../src/contract/config.ts';
import { createTestConfig } from '../src/contract/default-config.ts';
import type { LoaderOptions } from '../src/page/ledger.ts';
import { attachLoader } from '../src/page/loader.ts';
import { memoryStorage } from '../src/page/storage.ts';
import { createConsentStore } from '../src/page/store.ts';

export const tracker = (over: Partial<ConsentTracker> & { id: string }): ConsentTracker => ({
  name: over.id,
  categoryKey: 'analytics',
  kind: 'script',
  loader: { src: `https://v.test/${over.id}.js`, strategy: 'afterDecision', consentModeManaged: false },
  ...over,
});

export const inline = (
  id: string,
  over: Partial<NonNullable<ConsentTracker['loader']>> = {},
): ConsentTracker =>
  tracker({
    id,
    loader: { inline: `/* ${id} */`, strategy: 'afterDecision', consentModeManaged: false, ...over },
  });

export const injected = () =>
  [...document.querySelectorAll('[data-consent-tracker]')].map((element) =>
    element.getAttribute('data-consent-tracker'),
  );

export const detachers: (() => void)[] = [];

export function attach(
  trackers: ConsentTracker[] = [],
  options?: LoaderOptions,
  config = createTestConfig(),
  storage = memoryStorage(),
) {
  const store = createConsentStore({ config, storage, gpc: false });
  const detach = attachLoader(store, trackers, options);
  detachers.push(detach, store.destroy);
  return { store, storage, detach };
}

/** Microtasks and mutation observers, but no network: in these tests no script is fetched. */
export const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

/** Begins each test of a file with an empty page that knows no store, and ends what it has attached. */
export function prepareLoader(): void {
  beforeEach(() => {
    const { settings } = (window as unknown as { happyDOM: { settings: Record<string, unknown> } }).happyDOM;
    settings.handleDisabledFileLoadingAsSuccess = true;
    document.head.innerHTML = '';
    document.body.innerHTML = '';
    Reflect.deleteProperty(globalThis, Symbol.for('pl-consent'));
  });
  afterEach(() => {
    for (const detach of detachers.splice(0)) detach();
  });
}
