import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS } from '../../scan/options';
import { scan } from '../../scan/scan';
import { useWebAndBrowser } from './support/browsing';
import { declaring, TRACKERS } from './support/declared';
import { PEER_SITES, type PeerSite } from './support/peers';

const [choice, stats] = TRACKERS as [(typeof TRACKERS)[0], (typeof TRACKERS)[0]];

const on = useWebAndBrowser();

/** What is found of the site, as the rule's number and the subject, but for what the banner's texts lack. */
async function findingsOf({ host, parts, keeps, visits, selectors = {} }: PeerSite): Promise<string[]> {
  on.web.serve(host, parts);
  const { findings } = await scan(
    on.browser,
    {
      ...DEFAULT_OPTIONS,
      url: `https://${host}/`,
      hostMap: on.web.hostMap,
      pages: 'one',
      quiet: 300,
      visits,
      selectors,
      declared: declaring([{ ...choice, cookies: [{ name: keeps, storage: 'cookie' }] }, stats]),
    },
    '0.0.0',
  );
  return findings
    .filter(({ rule }) => !/^C4/.test(rule))
    .map(({ rule, subject }) => `${rule} ${subject.name}`)
    .sort();
}

// Failures that shared knowledge has of them (docs/scanner.md): a scan of such a site shows the same.
describe.concurrent('of the site that', () => {
  it.each(PEER_SITES.map((site) => [site.that, site] as const))('%s', async (_, site) => {
    expect(await findingsOf(site)).toEqual([...site.finds].sort());
  });
});
