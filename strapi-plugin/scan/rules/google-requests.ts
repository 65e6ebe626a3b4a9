import type { SeenRequest } from '../observe/observations';

/** What Google's tags report to, by host and path. The tags themselves are loaded from elsewhere. */
const REPORTS: readonly [host: RegExp, path: RegExp][] = [
  [/(^|\.)google-analytics\.com$/, /\/collect$/],
  [/^analytics\.google\.com$/, /\/collect$/],
  [/(^|\.)doubleclick\.net$/, /\/(collect|pagead|activity|ccm|td)\b/],
  [/(^|\.)googleadservices\.com$/, /\/pagead\//],
  [/^www\.google\.[a-z.]+$/, /\/(pagead|ccm|measurement)\//],
];

/** Whether a tag of Google's reports something by this request. */
export function isGoogleReport({ url, host, kind }: SeenRequest): boolean {
  if (kind === 'hint' || !URL.canParse(url)) return false;
  const { pathname } = new URL(url);
  return REPORTS.some(([hosts, paths]) => hosts.test(host) && paths.test(pathname));
}

/** What Consent Mode allowed as the request was made: the report itself says so. Null where it says nothing. */
export function grantedBy({ url }: SeenRequest): { ads: boolean; analytics: boolean } | null {
  const [, ads, analytics] = /^G1([01-])([01-])/.exec(new URL(url).searchParams.get('gcs') ?? '') ?? [];
  return ads === undefined ? null : { ads: ads === '1', analytics: analytics === '1' };
}
