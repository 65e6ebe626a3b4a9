import { useSearchParams } from 'react-router-dom';
import { dayAfter } from '../../day';

/** What a list is narrowed to; days as `YYYY-MM-DD`. */
export type Filter<Name extends string> = Partial<Record<Name, string>>;

/** What a list can be narrowed to, by the names that the server's route takes. `from` and `to` are days. */
export function filterBy<Name extends string>(names: readonly Name[]) {
  /** Reads an address, which people write and share: a day that is none is left out. */
  function filterOf(search: URLSearchParams): Filter<Name> {
    const filter: Filter<Name> = {};
    for (const name of names) {
      const value = search.get(name);
      if (value && (!DAYS.includes(name) || isDay(value))) filter[name] = value;
    }
    return filter;
  }
  return {
    filterOf,
    /** The filter as it stands in the address, so that it can be shared and survives "back". */
    useFilter(): { filter: Filter<Name>; change(changes: Filter<Name>): void; clear(): void } {
      const [search, setSearch] = useSearchParams();
      const filter = filterOf(search);
      return {
        filter,
        change: (changes) => setSearch(asSearch({ ...filter, ...changes }), { replace: true }),
        clear: () => setSearch({}, { replace: true }),
      };
    },
    /** Only what is filled in. `to` is the last day that is shown; the route takes the moment at which to stop. */
    queryOf(filter: Filter<Name>, more: Record<string, string> = {}): string {
      const { to, ...rest } = asSearch(filter);
      return new URLSearchParams({ ...rest, ...(to && { to: dayAfter(to) }), ...more }).toString();
    },
  };
}

const DAYS: readonly string[] = ['from', 'to'];

const isDay = (value: string): boolean => /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));

const asSearch = (filter: Filter<string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])),
  );
