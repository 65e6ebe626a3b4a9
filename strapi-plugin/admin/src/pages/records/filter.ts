import { useSearchParams } from 'react-router-dom';
import { PAGES } from '../../plugin';

/** What the list can be narrowed to, by the names that the server's route takes. */
export const FILTERS = [
  'consentId',
  'user',
  'from',
  'to',
  'source',
  'model',
  'country',
  'category',
  'granted',
  'locale',
  'policyVersion',
] as const;

export type FilterName = (typeof FILTERS)[number];

export type Filter = Partial<Record<FilterName, string>>;

/** The filter as it stands in the address, so that it can be shared and survives "back". */
export function useFilter(): { filter: Filter; change(changes: Filter): void; clear(): void } {
  const [search, setSearch] = useSearchParams();
  const filter = filterOf(search);
  return {
    filter,
    change: (changes) => setSearch(asSearch({ ...filter, ...changes }), { replace: true }),
    clear: () => setSearch({}, { replace: true }),
  };
}

/** Reads an address, which people write and share: a day that is none is left out. */
export function filterOf(search: URLSearchParams): Filter {
  const filter: Filter = {};
  for (const name of FILTERS) {
    const value = search.get(name);
    if (value && (!DAYS.includes(name) || isDay(value))) filter[name] = value;
  }
  return filter;
}

const DAYS: readonly FilterName[] = ['from', 'to'];

const isDay = (value: string): boolean => /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));

/** Only what is filled in. `to` is the last day that is shown; the route takes the moment at which to stop. */
export function queryOf(filter: Filter, more: Record<string, string> = {}): string {
  const { to, ...rest } = asSearch(filter);
  return new URLSearchParams({ ...rest, ...(to && { to: dayAfter(to) }), ...more }).toString();
}

/** The list of what is kept under one consent id. */
export const recordsUnder = (consentId: string): string => `${PAGES}/records?${queryOf({ consentId })}`;

/** The list of what was decided with one account signed in. */
export const recordsOf = (user: string): string => `${PAGES}/records?${queryOf({ user })}`;

const asSearch = (filter: Filter): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])),
  );

/** @param day as `YYYY-MM-DD` */
export function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}
