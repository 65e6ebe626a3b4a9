import type { Core } from '@strapi/strapi';
import { dayOf } from '../evidence/daily-counts';
import { getPluginOptions } from '../options';
import type { WarningInParts } from '../overview/warning';
import { UIDS } from '../uids';
import { openFindings, readFindings } from './findings';
import { latestRuns } from './reports';

/** After so many days without a scan nobody knows any more what the site does. */
const STALE_DAYS = 30;
const DAY = 86_400_000;

/** What the overview says of scans: what is open, and which sites nobody has looked at for a month. */
export async function scanWarnings(strapi: Core.Strapi, now: Date): Promise<WarningInParts[]> {
  const open = await openFindings(strapi);
  const latest = await latestRuns(strapi);
  const { url } = getPluginOptions(strapi).scan;
  const sites = new Set([...(url ? [new URL(url).origin] : []), ...latest.keys()]);
  const stale = [...sites].filter(
    (site) => now.getTime() - (latest.get(site)?.getTime() ?? 0) > STALE_DAYS * DAY,
  );
  return [
    ...open.map(({ documentId, message, rule, site }) => ({
      code: 'scan-finding-open' as const,
      message: `The scan of ${site} found: ${message} (${rule}).`,
      subject: message,
      detail: `${rule} · ${site}`,
      uid: UIDS.scanFinding,
      documentId,
    })),
    ...stale.map((site) => ({
      code: 'site-not-scanned' as const,
      message: `${site} has not been scanned for ${STALE_DAYS} days.`,
      subject: site,
      uid: UIDS.scanRun,
    })),
  ];
}

/** A day on which scans found something that had not been there before. */
export interface FindingDay {
  date: string;
  messages: string[];
}

/** Days since the first of those that are shown, the oldest first. */
export async function findingDays(strapi: Core.Strapi, since: string): Promise<FindingDay[]> {
  const found = await readFindings(strapi, { firstSeenAt: { $gte: new Date(since) } });
  const byDay = new Map<string, string[]>();
  for (const { firstSeenAt, message } of found) {
    const date = dayOf(firstSeenAt);
    byDay.set(date, [...(byDay.get(date) ?? []), message]);
  }
  return [...byDay]
    .map(([date, messages]) => ({ date, messages }))
    .sort((a, b) => (a.date < b.date ? -1 : 1));
}
