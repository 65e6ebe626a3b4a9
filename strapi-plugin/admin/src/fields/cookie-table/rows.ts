import { TRACKER_STORAGES, type TrackerCookie } from '@permesso/consent-core';

/** A row under the hands of an editor: every cell a text. */
export type CookieRow = Required<TrackerCookie>;

export const EMPTY_ROW: CookieRow = {
  name: '',
  domain: '',
  storage: 'cookie',
  durationText: '',
  description: '',
};

/** The rows of a stored value; whatever is no row is left out. */
export function rowsOf(value: unknown): CookieRow[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((row: unknown) =>
    typeof row === 'object' && row !== null ? [rowOf(row as Partial<CookieRow>)] : [],
  );
}

function rowOf({ name, domain, storage, durationText, description }: Partial<CookieRow>): CookieRow {
  return {
    name: name ?? '',
    domain: domain ?? '',
    storage: TRACKER_STORAGES.find((known) => known === storage) ?? 'cookie',
    durationText: durationText ?? '',
    description: description ?? '',
  };
}

/** The rows as they are stored: without the cells that say nothing. */
export function storedRows(rows: CookieRow[]): TrackerCookie[] {
  return rows.map(({ name, storage, ...texts }) => ({
    name,
    storage,
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
  }));
}

/** The rows with one moved to another place. */
export function moved<Row>(rows: Row[], from: number, to: number): Row[] {
  const rest = rows.filter((_, index) => index !== from);
  return [...rest.slice(0, to), ...rows.slice(from, from + 1), ...rest.slice(to)];
}
