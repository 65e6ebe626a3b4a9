import type { ConsentModel, ConsentSource } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import { moment } from '../database/moment';
import { columnsOf, type Query } from '../database/table';
import { UIDS } from '../uids';
import { type Cursor, decodeCursor, encodeCursor } from './cursor';
import { type ConsentRecord, type RecordRow, recordSelection, recordView } from './record-view';

/** What a list or an export of records can be narrowed to. */
export interface RecordFilter {
  consentId?: string | undefined;
  /** Document id of the account that was signed in; records have it in `linked` mode only. */
  user?: string | undefined;
  country?: string | undefined;
  locale?: string | undefined;
  policyVersion?: string | undefined;
  source?: ConsentSource | undefined;
  model?: ConsentModel | undefined;
  /** Stored at or after this moment. */
  from?: Date | undefined;
  /** Stored before this moment. */
  to?: Date | undefined;
  category?: { key: string; granted: boolean } | undefined;
}

export interface RecordPage {
  docs: ConsentRecord[];
  /** Where the next page begins; null at the end. A page may hold fewer than asked for and still have a next. */
  nextCursor: string | null;
}

/**
 * How many rows one page looks at. Every filter is indexed, but not every combination: beyond this many the page
 * is answered with what was found, and its cursor goes on from there. So no list ever scans the table.
 */
const LOOKED_AT = 20_000;

/** The narrowest first: the one that leads picks the index, the others sift what it finds. */
const LEADING = [
  ['consentId', 'consentId'],
  ['user', 'user'],
  ['country', 'country'],
  ['locale', 'visitorLocale'],
  ['policyVersion', 'policyVersion'],
  ['source', 'source'],
  ['model', 'model'],
] as const;

/** One page of records, newest first. */
export async function listRecords(
  strapi: Core.Strapi,
  filter: RecordFilter,
  { cursor, limit, lookAt = LOOKED_AT }: { cursor?: Cursor | null; limit: number; lookAt?: number },
): Promise<RecordPage> {
  const query = new HistoryQuery(strapi, filter, cursor ?? null);
  const horizon = query.sifts ? await query.horizon(lookAt) : null;
  const rows = await query.page(limit + 1, horizon);
  const more = rows.length > limit;
  const shown = more ? rows.slice(0, limit) : rows;
  const last = shown.at(-1);
  const next = more && last ? { createdAt: moment(last.createdAt), id: last.rowId } : horizon;
  // MySQL and MariaDB find other cases and accents too; another account's records are nobody else's.
  const docs = shown.map(recordView).filter(({ user }) => filter.user === undefined || user === filter.user);
  return { docs, nextCursor: next && encodeCursor(next) };
}

class HistoryQuery {
  /** Some filter cannot use the index that leads. */
  readonly sifts: boolean;
  readonly #strapi: Core.Strapi;
  readonly #filter: RecordFilter;
  readonly #cursor: Cursor | null;
  readonly #columns: ReturnType<typeof columnsOf>;
  readonly #given: (typeof LEADING)[number][];

  constructor(strapi: Core.Strapi, filter: RecordFilter, cursor: Cursor | null) {
    this.#strapi = strapi;
    this.#filter = filter;
    this.#cursor = cursor;
    this.#columns = columnsOf(strapi, UIDS.record);
    this.#given = LEADING.filter(([name]) => filter[name] !== undefined);
    this.sifts = this.#given.length > 1 || filter.category !== undefined;
  }

  /** The last row that a page may look at; null where the leading index ends before. */
  async horizon(rows: number): Promise<Cursor | null> {
    const { column } = this.#columns;
    const query = this.#led()
      .select({ createdAt: column('createdAt'), id: 'id' })
      .offset(rows - 1)
      .limit(1);
    // Knex cannot know what a table holds.
    const [row] = (await query) as unknown as { createdAt: unknown; id: number }[];
    return row ? { createdAt: moment(row.createdAt), id: row.id } : null;
  }

  async page(limit: number, horizon: Cursor | null): Promise<RecordRow[]> {
    const { column } = this.#columns;
    const query = this.#led().select(recordSelection(this.#strapi)).limit(limit);
    for (const [name, attribute] of this.#given.slice(1)) query.where(column(attribute), this.#value(name));
    const { category } = this.#filter;
    if (category) {
      const choice = `|${category.key}=${category.granted ? 1 : 0}|`.replace(/[!%_]/g, '!$&');
      query.whereRaw("?? like ? escape '!'", [column('choices'), `%${choice}%`]);
    }
    if (horizon) this.#after(query, '>', horizon, true);
    return (await query) as unknown as RecordRow[];
  }

  #value(name: (typeof LEADING)[number][0]): string {
    return String(this.#filter[name]);
  }

  /** Leading filter, dates and cursor: all of it in one index, in its order. */
  #led(): Query {
    const { table, column } = this.#columns;
    const query = this.#strapi.db.connection(table);
    const [leading] = this.#given;
    if (leading) query.where(column(leading[1]), this.#value(leading[0]));
    if (this.#filter.from) query.where(column('createdAt'), '>=', this.#filter.from);
    if (this.#filter.to) query.where(column('createdAt'), '<', this.#filter.to);
    if (this.#cursor) this.#after(query, '<', this.#cursor, false);
    return query.orderBy([
      { column: column('createdAt'), order: 'desc' },
      { column: 'id', order: 'desc' },
    ]);
  }

  /** `(createdAt, id)` beyond a place, written so that all three databases use the index. */
  #after(query: Query, side: '<' | '>', place: Cursor, inclusive: boolean): void {
    const createdAt = this.#columns.column('createdAt');
    query.where(createdAt, `${side}=`, place.createdAt).where((either) => {
      either.where(createdAt, side, place.createdAt).orWhere('id', inclusive ? `${side}=` : side, place.id);
    });
  }
}

/** All records of a filter, newest first, read a page at a time. */
export async function* everyRecord(
  strapi: Core.Strapi,
  filter: RecordFilter,
  limit = 500,
): AsyncGenerator<ConsentRecord> {
  let cursor: Cursor | null = null;
  for (;;) {
    const page: RecordPage = await listRecords(strapi, filter, { cursor, limit });
    yield* page.docs;
    if (page.nextCursor === null) return;
    cursor = decodeCursor(page.nextCursor);
  }
}
