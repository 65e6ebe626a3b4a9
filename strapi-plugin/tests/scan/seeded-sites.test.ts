import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS } from '../../scan/options';
import { reportSchema } from '../../scan/report/schema';
import { RULES } from '../../scan/rules';
import { scan } from '../../scan/scan';
import { useWebAndBrowser } from './support/browsing';
import { declaring } from './support/declared';
import { SEEDED_SITES, type SeededSite } from './support/seeded-sites';

const on = useWebAndBrowser();

/** Scans the site and answers with its findings, as the rule's number and the subject. */
async function findingsOf(
  { that, parts, visits, declared, options }: SeededSite,
  host: string,
): Promise<string[]> {
  on.web.serve(host, parts);
  const report = await scan(
    on.browser,
    {
      ...DEFAULT_OPTIONS,
      url: `https://${host}/`,
      hostMap: on.web.hostMap,
      pages: 'one',
      quiet: 100,
      stay: 0,
      visits,
      declared: declared === undefined ? declaring() : (declared ?? undefined),
      ...options,
    },
    '0.0.0',
  );
  reportSchema.parse(report);
  const incomplete = report.visits.filter(({ complete }) => !complete).map(({ notes }) => notes.join());
  // Without a way to refuse, or a banner, there is no such visit; everywhere else each comes to its end.
  if (!/nothing that refuses|no banner/.test(that)) expect(incomplete).toEqual([]);
  return report.findings.map(({ rule, subject }) => `${rule} ${subject.name.replace(host, '%')}`).sort();
}

// Side by side: a scan mostly waits for pages to come to rest.
describe.concurrent('a site that', () => {
  it.each(SEEDED_SITES.map((site, at) => [site.that, site, site.host ?? `site${at}.example`] as const))(
    '%s',
    async (_, site, host) => {
      expect(await findingsOf(site, host)).toEqual([...site.finds].sort());
    },
  );
});

it('sees every rule find something', () => {
  const found = new Set(SEEDED_SITES.flatMap(({ finds }) => finds.map((finding) => finding.slice(0, 4))));
  expect(RULES.map(({ number }) => number).filter((number) => !found.has(number))).toEqual([]);
});
