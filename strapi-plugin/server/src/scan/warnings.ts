import type { Core } from '@strapi/strapi';
import { isOfSite } from '../../../scan/visit/site-address';
import { dayOf } from '../evidence/day';
import { getPluginOptions } from '../options';
import type { WarningInParts } from '../overview/warning';
import { UIDS } from '../uids';
import { foundSince, openFindings } from './findings';
import { latestRuns } from './reports';

/** After so many days without a scan nobody knows any more what the site does. */
const STALE_DAYS = 30;
/** After so many days a site is none any more that somebody looks after: a preview, a name that was given up. */
const FORGOTTEN_DAYS = 180;
const DAY = 86_400_000;

/** What the overview says of scans: what is open, and which sites nobody has looked at for a month. */
export async function scanWarnings(strapi: Core.Strapi, now: Date): Promise<WarningInParts[]> {
  const open = await openFindings(strapi);
  const stale = staleSites(await latestRuns(strapi), getPluginOptions(strapi).scan.url, now);
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

/** The configured site until it is scanned, and each that was scanned once until it is nobody's any more. */
function staleSites(latest: ReadonlyMap<string, Date>, url: string | undefined, now: Date): string[] {
  const daysSince = (at: Date): number => (now.getTime() - at.getTime()) / DAY;
  const stale = [...latest].filter(([, at]) => daysSince(at) > STALE_DAYS && daysSince(at) < FORGOTTEN_DAYS);
  const isScanned =
    url && [...latest].some(([site, at]) => isOfSite(site, url) && daysSince(at) <= STALE_DAYS);
  const others = stale.map(([site]) => site).filter((site) => !url || !isOfSite(site, url));
  return [...(url && !isScanned ? [new URL(url).origin] : []), ...others];
}

/** A day on which scans found something that had not been there before. */
export interface FindingDay {
  date: string;
  /** How many. */
  found: number;
  /** Of the gravest. */
  messages: string[];
}

/** So many are named of a day. */
const NAMED = 5;

/** Of the days that are shown, the oldest first. */
export async function findingDays(strapi: Core.Strapi, days: readonly string[]): Promise<FindingDay[]> {
  const [first] = days;
  if (!first) return [];
  const found = await foundSince(strapi, new Date(first));
  const byDay = new Map<string, string[]>();
  for (const { firstSeenAt, message } of found) {
    const date = dayOf(firstSeenAt);
    byDay.set(date, [...(byDay.get(date) ?? []), message]);
  }
  return days.flatMap((date) => {
    const messages = byDay.get(date);
    return messages ? [{ date, found: messages.length, messages: messages.slice(0, NAMED) }] : [];
  });
}
