import { expect, it } from 'vitest';
import { DEFAULT_OPTIONS } from '../../scan/options';
import { scan } from '../../scan/scan';
import { useWebAndBrowser } from './support/browsing';
import { declaring } from './support/declared';

const on = useWebAndBrowser();

/** A scan of a site whose banner is there, or not, as is said of what the scan is about to do. */
async function scanned(host: string, hasBanner: (step: string) => boolean) {
  const steps: string[] = [];
  on.web.serve(host, {
    get bannerAfter() {
      return hasBanner(steps.at(-1) ?? '') ? 0 : null;
    },
  });
  const options = {
    ...DEFAULT_OPTIONS,
    url: `https://${host}/`,
    hostMap: on.web.hostMap,
    pages: 'one' as const,
    quiet: 100,
    parallel: 1,
    visits: ['reject', 'no-choice'] as const,
    declared: declaring(),
  };
  const report = await scan(on.browser, options, '0.0.0', (step) => steps.push(step));
  return { report, steps };
}

it('makes a visit once more, alone, that missed the banner of the first look', async () => {
  const { report, steps } = await scanned('late.example', (step) => step !== 'visit: reject');
  expect(steps.slice(-3)).toEqual(['visit: no-choice', 'visit: reject', 'visit once more: reject']);
  expect(report.visits).toMatchObject([
    { name: 'no-choice', complete: true },
    { name: 'reject', complete: true, notes: [] },
  ]);
});

it('takes it as it was where the banner stays away', async () => {
  const { report, steps } = await scanned('gone.example', (step) => !/reject/.test(step));
  expect(steps.at(-1)).toBe('visit once more: reject');
  expect(report.visits[1]).toMatchObject({ complete: false, notes: ['no banner was found'] });
});

it('looks no second time for a banner that was never there', async () => {
  const { report, steps } = await scanned('bare.example', () => false);
  expect(steps.at(-1)).toBe('visit: reject');
  expect(report.visits[1]).toMatchObject({ complete: false, notes: ['no banner was found'] });
});
