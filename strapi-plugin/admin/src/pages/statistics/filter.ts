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

const isDay = (text: string | undefined): text is string => /^\d{4}-\d\d-\d\d$/.test(text ?? '');

/**
 * What a span is set against, and how it is narrowed; null where it is set against nothing.
 *
 * @param releases the newest first
 */
export function comparedWith(filter: Filter, releases: StatisticsValues['releases']): Filter | null {
  const { against, againstFrom, againstTo } = filter;
  const { from, to } = spanOf(filter);
  if (against === 'before') {
    const length = Date.parse(to) - Date.parse(from) + DAY;
    return { ...filter, from: dayText(Date.parse(from) - length), to: dayText(Date.parse(to) - length) };
  }
  if (against === 'year') return { ...filter, from: yearBefore(from), to: yearBefore(to) };
  if (against === 'span') {
    return isDay(againstFrom) && isDay(againstTo) ? { ...filter, from: againstFrom, to: againstTo } : null;
  }
  const release = releaseIn(against);
  return release === null ? null : { ...filter, ...spanOfRelease(release, { from, to }, releases), release };
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
  const shown = spanOf({});
  const own = spanOfRelease(release, shown, releases);
  return own === shown ? { release, from, to } : { release, ...own };
}

/** Whether nobody has chosen the days of an address: they came with its release. */
function hasDaysOfItsRelease({ release, from, to }: Filter, releases: StatisticsValues['releases']): boolean {
  const own = release ? spanOfRelease(release, spanOf({}), releases) : null;
  return own !== null && own.from === from && own.to === to;
}

/** The same days where it was in force in them, else as many from the day on which it came out. */
function spanOfRelease(release: string, span: Span, releases: StatisticsValues['releases']): Span {
  const inForce = releases.find(({ date }) => date < span.from);
  const own = releases.filter(({ policyVersion }) => policyVersion === release);
  const [newest] = own;
  const isOfSpan = own.some((one) => one === inForce || (one.date >= span.from && one.date <= span.to));
  if (!newest || isOfSpan) return span;
  return {
    from: newest.date,
    to: dayText(Date.parse(newest.date) + Date.parse(span.to) - Date.parse(span.from)),
  };
}

/** 29 February has none, and becomes the first of March. */
const yearBefore = (day: string): string =>
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
