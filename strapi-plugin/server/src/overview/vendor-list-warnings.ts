import type { WarningInParts } from './warning';

/**
 * After so long without being confirmed, in milliseconds, a list may lack vendors or name some that have left: eight days. "Changes to the
 * Global Vendor List are published weekly at 5:00 PM Central European Time on Thursdays", and the current one is to be used
 * whenever visitors are shown it. (IAB Europe, Global Vendor List specification, "How often is the Global Vendor List
 * updated?", "CMPs using the GVL".) The option `tcf.refreshHours` is a week at most.
 */
const STALE = 8 * 86_400_000;

/**
 * That visitors are asked by a vendor list that may be an old one, or by none.
 *
 * @param list which version is served, and when it was last found to be the newest
 */
export function vendorListWarnings(
  list: { version: number; fetchedAt: Date } | null,
  address: string,
  now: Date,
): WarningInParts[] {
  const warning = (message: string): WarningInParts[] => [
    { code: 'vendor-list-stale', message, subject: address, ...(list && { detail: day(list.fetchedAt) }) },
  ];
  if (!list) return warning(`No vendor list came from ${address}: no page gives a consent string.`);
  if (now.getTime() - list.fetchedAt.getTime() <= STALE) return [];
  return warning(
    `The vendor list, version ${list.version}, was last confirmed by ${address} on ${day(list.fetchedAt)}; IAB Europe changes it weekly.`,
  );
}

const day = (date: Date): string => date.toISOString().slice(0, 10);
