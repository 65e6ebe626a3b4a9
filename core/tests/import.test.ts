import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

it('importing the package touches no browser global, so that it loads in any runtime', async () => {
  const touched: string[] = [];
  const names = ['window', 'document', 'navigator', 'location', 'localStorage', 'crypto'];
  const trap = (name: string) =>
    new Proxy(() => {}, {
      get(_, property) {
        touched.push(`${name}.${String(property)}`);
        return undefined;
      },
      construct() {
        touched.push(`new ${name}`);
        return {};
      },
    });
  for (const name of names) vi.stubGlobal(name, trap(name));
  vi.resetModules();
  const core = await import('../src/index.ts');
  expect(Object.keys(core).length).toBeGreaterThan(30);
  expect(touched).toEqual([]);
});

it('C1: a store on a server reads no cookie, writes and records nothing, not even the signal', async () => {
  const { createConsentStore, createTestConfig } = await import('../src/index.ts');
  const record = vi.fn();
  const config = createTestConfig({ jurisdiction: { country: 'US', model: 'opt-out' } });
  const store = createConsentStore({ config, gpc: true, record });
  expect([store.getState().source, store.has('analytics'), record.mock.calls]).toEqual(['gpc', false, []]);
  store.destroy();
});
