import { expect, it, onTestFinished } from 'vitest';
import { LIMITS } from '../../scan/limits';
import { DEFAULT_OPTIONS } from '../../scan/options';
import { scan } from '../../scan/scan';
import { useWebAndBrowser } from './support/browsing';
import { declaring, payloadOf } from './support/declared';
import type { SiteParts } from './support/pages';

const on = useWebAndBrowser();

/** A scan of a site whose banner comes after so many milliseconds, or never, as is said of what the scan is about to do. */
async function scanned(
  host: string,
  bannerAfter: (step: string) => number | null,
  { payload }: Pick<SiteParts, 'payload'> = {},
) {
  let step = '';
  on.web.serve(host, {
    payload,
    get bannerAfter() {
      return bannerAfter(step);
    },
  });
  const options = {
    ...DEFAULT_OPTIONS,
    url: `https://${host}/`,
    hostMap: on.web.hostMap,
    pages: 'one' as const,
    quiet: 100,
    stay: 0,
    visits: ['reject'] as const,
    ...(payload ? {} : { declared: declaring() }),
  };
  const { visits } = await scan(on.browser, options, '0.0.0', (next) => {
    step = next;
  });
  return visits;
}

it('waits for the banner of the first look longer than for one that nobody knows', async () => {
  const late = LIMITS.banner + 1_000;
  expect(await scanned('late.example', (step) => (step === 'visit: reject' ? late : 0))).toMatchObject([
    { name: 'reject', complete: true, notes: [] },
  ]);
});

it('waits as long for one that the page says it has, though the first look has not seen it', async () => {
  const { knownBanner } = LIMITS;
  onTestFinished(() => void Object.assign(LIMITS, { knownBanner }));
  const late = LIMITS.banner + 1_000;
  Object.assign(LIMITS, { knownBanner: late + 5_000 });
  const visits = await scanned('ours.example', (step) => (step === 'visit: reject' ? late : null), {
    payload: payloadOf(),
  });
  expect(visits).toMatchObject([{ name: 'reject', complete: true, notes: [] }]);
});

it('takes it as it is where that stays away', async () => {
  const { knownBanner } = LIMITS;
  onTestFinished(() => void Object.assign(LIMITS, { knownBanner }));
  Object.assign(LIMITS, { knownBanner: 1_000 });
  expect(await scanned('gone.example', (step) => (step === 'visit: reject' ? null : 0))).toMatchObject([
    { complete: false, notes: ['no banner was found'] },
  ]);
});
