import { datesOf, type Span as ToldSpan, spanOf as toldBy } from '../../../../server/src/statistics/span';
import type { StatisticsValues } from '../../api/contract';
import { type Filter as FilterOf, filterBy } from '../list/filter';

const NARROWING = ['country', 'model', 'language', 'source', 'device', 'release'] as const;

const FILTERS = ['from', 'to', ...NARROWING, 'figure', 'by', 'against', 'againstFrom', 'againstTo'] as const;

export type FilterName = (typeof FILTERS)[number];
export type Filter = FilterOf<FilterName>;
export type Narrowing = (typeof NARROWING)[number];

export const { useFilter } = filterBy(FILTERS);

const DAY = 86_400_000;

/** The days that are shown where nobody has chosen any. */
const SHOWN_DAYS = 30;

const dayText = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

export interface Span {
  from: string;
  to: string;
}

/** The span of an address, and the last 30 days in UTC where it names none. */
export function spanOf({ from, to }: Filter, now = Date.now()): Span {
  const last = to ?? dayText(Math.max(now, from ? Date.parse(from) : 0));
  return { from: from ?? dayText(Date.parse(last) - (SHOWN_DAYS - 1) * DAY), to: last };
}

/** The same as the server tells it: by days, or a long one by whole months. */
export function toldSpan(filter: Filter): ToldSpan {
  const { from, to } = spanOf(filter);
  return toldBy(from, to);
}

/** So many whole months, the first of which is that of a day, or lies so many after it. */
function wholeMonths(day: string, months: number, after = 0): Span {
  const year = Number(day.slice(0, 4));
  const month = Number(day.slice(5, 7)) - 1 + after;
  return { from: dayText(Date.UTC(year, month, 1)), to: dayText(Date.UTC(year, month + months, 0)) };
}

const isDay = (text: string | undefined): text is string => /^\d{4}-\d\d-\d\d$/.test(text ?? '');

/**
 * What a span is set against, and how it is narrowed; null where it is set against nothing.
 *
 * @param releases the newest first
 */
export function comparedWith(filter: Filter, releases: StatisticsValues['releases']): Filter | null {
  const { against, againstFrom, againstTo } = filter;
  const span = toldSpan(filter);
  if (against === 'before') return { ...filter, ...spanBefore(span) };
  if (against === 'year') return { ...filter, ...yearBefore(span) };
  if (against === 'span') {
    return isDay(againstFrom) && isDay(againstTo) ? { ...filter, from: againstFrom, to: againstTo } : null;
  }
  const release = releaseIn(against);
  return release === null ? null : { ...filter, ...spanOfRelease(release, span, releases), release };
}

const RELEASE = 'release:';

/** As the address names that a span is set against a release. */
export const againstRelease = (policyVersion: string): string => `${RELEASE}${policyVersion}`;

/** Its policy version; null where it is set against something else. */
export const releaseIn = (against: string | undefined): string | null =>
  against?.startsWith(RELEASE) ? against.slice(RELEASE.length) : null;

/**
 * As the address narrows to a release: where nobody has chosen days and it was not in force in those that are shown, with days of its own.
 *
 * @param releases the newest first
 */
export function narrowedTo(
  release: string | undefined,
  filter: Filter,
  releases: StatisticsValues['releases'],
): Filter {
  const { from, to } = hasDaysOfItsRelease(filter, releases) ? {} : filter;
  if (!release || from || to) return { release, from, to };
  const shown = toldSpan({});
  const own = spanOfRelease(release, shown, releases);
  return own.from === shown.from ? { release, from, to } : { release, ...own };
}

/** Whether nobody has chosen the days of an address: they came with its release. */
function hasDaysOfItsRelease({ release, from, to }: Filter, releases: StatisticsValues['releases']): boolean {
  const own = release ? spanOfRelease(release, toldSpan({}), releases) : null;
  return own !== null && own.from === from && own.to === to;
}

/** The same days where it was in force in them, else as many, or as many whole months, from the day on which it came out. */
function spanOfRelease(
  release: string,
  { from, to, grain }: ToldSpan,
  releases: StatisticsValues['releases'],
): Span {
  const inForce = releases.find(({ date }) => date < from);
  const own = releases.filter(({ policyVersion }) => policyVersion === release);
  const [newest] = own;
  const isOfSpan = own.some((one) => one === inForce || (one.date >= from && one.date <= to));
  if (!newest || isOfSpan) return { from, to };
  if (grain === 'month') return wholeMonths(newest.date, datesOf({ from, to, grain }).length);
  return { from: newest.date, to: dayText(Date.parse(newest.date) + Date.parse(to) - Date.parse(from)) };
}

/** As many days, or whole months, that end where it begins. */
function spanBefore({ from, to, grain }: ToldSpan): Span {
  const { length } = datesOf({ from, to, grain });
  if (grain === 'month') return wholeMonths(from, length, -length);
  return { from: dayText(Date.parse(from) - length * DAY), to: dayText(Date.parse(from) - DAY) };
}

function yearBefore({ from, to, grain }: ToldSpan): Span {
  if (grain === 'month') return wholeMonths(from, datesOf({ from, to, grain }).length, -12);
  return { from: dayOfYearBefore(from), to: dayOfYearBefore(to) };
}

/** 29 February has none, and becomes the first of March. */
const dayOfYearBefore = (day: string): string =>
  dayText(Date.UTC(Number(day.slice(0, 4)) - 1, Number(day.slice(5, 7)) - 1, Number(day.slice(8))));

/** As the routes take it. */
export function queryOf(filter: Filter, more: Record<string, string> = {}): string {
  const narrowed = NARROWING.flatMap((name) =>
    filter[name] ? [[name, filter[name]] as [string, string]] : [],
  );
  return new URLSearchParams([
    ...Object.entries(spanOf(filter)),
    ...narrowed,
    ...Object.entries(more),
  ]).toString();
}
