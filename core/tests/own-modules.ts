import { vi } from 'vitest';

/** What our modules keep for a page in which several bundles run. */
const OURS = /^pl-consent(:|$)|^permesso\.(?!tests\.)/;

// Files that run in one worker share its browser and what packages are made of, and not the state of our own modules.
vi.resetModules();
for (const key of Object.getOwnPropertySymbols(globalThis)) {
  if (OURS.test(Symbol.keyFor(key) ?? '')) Reflect.deleteProperty(globalThis, key);
}
if (typeof document !== 'undefined') {
  localStorage.clear();
  sessionStorage.clear();
  for (const pair of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: what an earlier file has left
    document.cookie = `${pair.split('=')[0]}=; Max-Age=0; Path=/`;
  }
}
