import { useSearchParams } from 'react-router-dom';
import { PAGES } from '../../plugin';
import { dayAfter } from '../records/filter';

/** What the trail can be narrowed to, by the names that the server's route takes. */
const FILTERS = ['action', 'uid', 'actor', 'subject', 'from', 'to'] as const;

export type FilterName = (typeof FILTERS)[number];

export type Filter = Partial<Record<FilterName, string>>;

/** The filter as it stands in the address. */
export function useFilter(): { filter: Filter; change(changes: Filter): void; clear(): void } {
  const [search, setSearch] = useSearchParams();
  const filter: Filter = {};
  for (const name of FILTERS) {
    const value = search.get(name);
    if (value) filter[name] = value;
  }
  return {
    filter,
    change: (changes) => setSearch(asSearch({ ...filter, ...changes }), { replace: true }),
    clear: () => setSearch({}, { replace: true }),
  };
}

/** Only what is filled in. `to` is the last day that is shown; the route takes the moment at which to stop. */
export function queryOf(filter: Filter, more: Record<string, string> = {}): string {
  const { to, ...rest } = asSearch(filter);
  return new URLSearchParams({ ...rest, ...(to && { to: dayAfter(to) }), ...more }).toString();
}

/** The list of what was done to one thing, or by one person. */
export const trailOf = (filter: Filter): string => `${PAGES}/audit?${queryOf(filter)}`;

const asSearch = (filter: Filter): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])),
  );
