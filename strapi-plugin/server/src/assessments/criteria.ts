/**
 * The criteria under which audience measurement needs no consent, after the CNIL's: guidelines 2020-091 of 17 September 2020, art. 5
 * (paragraphs 50 to 52), and the recommendation 2020-092 on durations. The other authorities that know the exemption ask for no more:
 * the Garante (10 June 2021) for shortened addresses, which are among them. The admin's form shows them in this order.
 */
export const CRITERIA = [
  /** Nothing but the audience of this site is measured, for the site alone. */
  'soleAudience',
  /** What comes out are anonymous statistics. */
  'anonymousStatistics',
  /** What is collected is combined with nothing else. */
  'notCombined',
  /** It is given to no third party; whoever processes it does so for this site alone. */
  'notShared',
  /** Nobody is followed from one site or app to another. */
  'noCrossSite',
  /** Addresses are shortened or deleted, and place nobody more exactly than in a city. */
  'shortAddress',
  /** Trackers live for at most 13 months, and a visit does not prolong them. */
  'trackerLifetime',
  /** What is collected is kept for at most 25 months. */
  'dataRetention',
  /** Visitors are told of it, in the privacy policy for one. */
  'informed',
  /** Visitors can object in the preferences. */
  'canObject',
] as const;

export type Criterion = (typeof CRITERIA)[number];

/** Grows when what a criterion asks for changes: an assessment of other criteria is none. */
export const CRITERIA_VERSION = 1;

/** For how many months an assessment holds at most. */
export const ASSESSMENT_MONTHS = 12;

/** The last day on which an assessment of a day can hold, as `YYYY-MM-DD`. */
export function latestRenewal(from: Date): string {
  const last = new Date(from);
  last.setUTCMonth(last.getUTCMonth() + ASSESSMENT_MONTHS);
  return last.toISOString().slice(0, 10);
}
