import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { scan } from '@slashgear/gdpr-cookie-scanner';
import { chromium } from 'playwright';
import { beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { headlessOptions } from '../../run/chromium.ts';
import { useVisitors } from '../harness/use-visitors.ts';
import { remoteVendors } from '../harness/vendors.ts';

const { at } = inject('stack');
const vendors = remoteVendors(at.vendors);
const visitor = useVisitors(() => at.site);

beforeEach(() => vendors.reset());

describe('programs of others, which know nothing of this banner', () => {
  it('gdpr-cookie-scanner finds it, and finds nothing wrong', async () => {
    const launch = chromium.launch.bind(chromium);
    // It looks for a browser of its own, where this machine has another.
    const spy = vi.spyOn(chromium, 'launch').mockImplementation((options) => {
      const { executablePath } = headlessOptions();
      return launch({ ...options, executablePath });
    });
    const { compliance, modal } = await scan(at.site, { locale: 'en-US' });
    spy.mockRestore();
    expect(modal).toMatchObject({ detected: true, selector: expect.stringContaining('consent') });
    expect(modal.buttons.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['accept', 'reject', 'preferences']),
    );
    expect(compliance.issues).toEqual([]);
    expect(compliance).toMatchObject({ total: 100, grade: 'A' });
  }, 120_000);

  it('autoconsent refuses for its user', async () => {
    const { page, consent } = await visitor({ country: 'DE' });
    await page.goto('/');
    const require = createRequire(import.meta.url);
    const library = readFileSync(require.resolve('@duckduckgo/autoconsent'), 'utf8');
    const rules = JSON.parse(
      readFileSync(require.resolve('@duckduckgo/autoconsent/rules/rules.json'), 'utf8'),
    );
    const done = await page.evaluate(
      ({ library, rules }) =>
        new Promise<unknown>((resolve) => {
          const module: { exports: { default?: new (...args: unknown[]) => unknown } } = { exports: {} };
          new Function('module', 'exports', library)(module, module.exports);
          const told: object[] = [];
          const hear = async (message: { type: string }) => {
            told.push(message);
            if (message.type === 'autoconsentDone' || message.type === 'autoconsentError') resolve(message);
          };
          setTimeout(() => resolve(told), 15_000);
          new module.exports.default!(
            hear,
            {
              enabled: true,
              autoAction: 'optOut',
              enablePrehide: false,
              heuristicMode: 'reject',
              isMainWorld: true,
              logs: {},
            },
            { autoconsent: rules.autoconsent },
          );
        }),
      { library, rules },
    );
    expect(done).toMatchObject({ type: 'autoconsentDone', isCosmetic: false });
    const decided = async () => (await consent())?.d;
    await expect.poll(decided).toEqual({ functional: 0, analytics: 0, marketing: 0 });
  });
});
