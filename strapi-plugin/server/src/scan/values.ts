/** What the scanner's lists and forms choose from. The admin imports them too, so nothing of the server is imported here. */

/**
 * `settled`: somebody says that it is mended, and the next run shows whether it is. `gone`: a run that could have seen it
 * did not.
 */
export const FINDING_STATES = ['open', 'settled', 'ignored', 'gone'] as const;
export type FindingState = (typeof FINDING_STATES)[number];

/** What somebody did about a finding, under the names that the audit trail has for it. */
export const SETTLEMENTS = ['declare', 'move', 'ignore', 'fix'] as const;
export type Settlement = (typeof SETTLEMENTS)[number];

/** What a run says of a finding, held against the runs before it. */
export const FINDING_CHANGES = ['new', 'known', 'returned', 'gone'] as const;
export type FindingChange = (typeof FINDING_CHANGES)[number];

/** How many of a run's findings are new, known and so on. */
export type ChangeCounts = Record<FindingChange, number>;

/** How a report came in. */
export const RUN_SOURCES = ['sent', 'own'] as const;
export type RunSource = (typeof RUN_SOURCES)[number];

/** For so many days at most a finding can be ignored: what stays longer than that is not an exception. */
export const LONGEST_IGNORED_DAYS = 366;
