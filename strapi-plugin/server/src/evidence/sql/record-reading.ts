import type { Query } from '../../database/table';
import type { ConsentRecord } from '../record';
import { firstIdOf, isRecordId } from '../record-id';
import type { PagePlace, RecordFilter, RecordPage } from '../store';
import { type EvidenceDatabase, rows, TABLES } from './evidence-database';
import { choiceInText, type RecordRow, recordOfRow } from './record-rows';

/**
 * How many rows one page looks at. Consent id and account have an index; what is sifted by anything else is answered
 * with what was found among so many, and the next page goes on from there. So no list ever scans the table.
 */
const LOOKED_AT = 20_000;

/** The same where nothing but what is set apart is left out: so many records of a flood are passed over at once. */
const PASSED_OVER = 200_000;

/** How many records of one consent id a timeline shows. */
const TIMELINE = 200;

/** How many consent ids a timeline follows back: visitors write `replaces` themselves. */
const REPLACED = 20;

/** Each leads an index, in which its rows are in the order of time. The narrowest first. */
const INDEXED = [
  ['consentId', 'consent_id'],
  ['user', 'account'],
] as const;

const SIFTED = [
  ['country', 'country'],
  ['locale', 'locale'],
  ['policyVersion', 'policy_version'],
  ['source', 'source'],
  ['model', 'model'],
] as const;

/** Reads records, always along an index. */
export class RecordReading {
  readonly #database: EvidenceDatabase;

  constructor(database: EvidenceDatabase) {
    this.#database = database;
  }

  async page(filter: RecordFilter, { after = null, limit, lookAt }: PagePlace): Promise<RecordPage> {
    const apart = await this.#apartIn(filter);
    const [leading, ...others] = INDEXED.filter(([name]) => filter[name] !== undefined);
    const sifts = [...others, ...SIFTED.filter(([name]) => filter[name] !== undefined)];
    const led = () => {
      const query = this.#inTime(filter, after);
      return leading ? query.where(leading[1], String(filter[leading[0]])) : query;
    };
    const sifted = sifts.length > 0 || filter.category || apart === 'only';
    const looked = lookAt ?? (sifted ? LOOKED_AT : PASSED_OVER);
    const horizon = sifted || apart === 'left out' ? await lastOf(led(), looked) : null;
    const query = led().limit(limit + 1);
    for (const [name, column] of sifts) query.where(column, String(filter[name]));
    if (filter.category) {
      const choice = choiceInText(filter.category.key, filter.category.granted).replace(/[!%_]/g, '!$&');
      query.whereRaw("?? like ? escape '!'", ['decisions', `%${choice}%`]);
    }
    if (apart === 'only') query.whereNotNull('quarantine');
    if (apart === 'left out') query.whereNull('quarantine');
    if (horizon) query.where('id', '>=', horizon);
    const found = (await rows<RecordRow>(query)).map(recordOfRow);
    const docs = found.slice(0, limit);
    return { docs, next: found.length > limit ? (docs.at(-1)?.id ?? null) : horizon };
  }

  async byId(id: string): Promise<ConsentRecord | null> {
    const query = this.#records();
    // PostgreSQL refuses NUL even in a comparison.
    if (id.includes('\0')) return null;
    const [row] = await rows<RecordRow>(
      isRecordId(id) ? query.where({ id }) : query.where({ former_id: id }),
    );
    return row ? recordOfRow(row) : null;
  }

  async timeline(consentId: string): Promise<ConsentRecord[]> {
    // One query each, in the order of its index; one with OR would have to sort.
    const under = async (column: 'consent_id' | 'replaces', id: string) =>
      (await rows<RecordRow>(this.#records().where(column, id).orderBy('id').limit(TIMELINE))).map(
        recordOfRow,
      );
    const found = new Map((await under('replaces', consentId)).map((record) => [record.id, record]));
    const followed = new Set([consentId]);
    // A set goes on to what is added on the way, and takes each id once.
    for (const id of followed) {
      for (const record of await under('consent_id', id)) {
        found.set(record.id, record);
        if (record.replaces && followed.size <= REPLACED) followed.add(record.replaces);
      }
    }
    return [...found.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  async ofAccount(user: string, limit: number): Promise<ConsentRecord[]> {
    const query = this.#records().where('account', user).orderBy('id', 'desc').limit(limit);
    return (await rows<RecordRow>(query)).map(recordOfRow);
  }

  async hasSignal(user: string, at: Date): Promise<boolean> {
    const query = this.#records().select('id').where({ account: user, gpc: true });
    return (await rows(query.where('expires_at', '>', at.getTime()).limit(1))).length > 0;
  }

  /** Where nothing is set apart there is nothing to leave out, and no row has to be looked at for that. */
  async #apartIn({ quarantined }: RecordFilter): Promise<'left out' | 'too' | 'only'> {
    if (quarantined) return quarantined;
    const quarantines = this.#database.connection(TABLES.quarantines).select('id').limit(1);
    const some = await rows(
      quarantines.where((either) => either.whereNull('lifted_at').orWhere({ settled: false })),
    );
    return some.length > 0 ? 'left out' : 'too';
  }

  #records(): Query {
    return this.#database.connection(TABLES.records);
  }

  /** Newest first, within the dates of the filter and behind where the last page ended. */
  #inTime({ from, to }: RecordFilter, after: string | null): Query {
    const query = this.#records().orderBy('id', 'desc');
    if (from) query.where('id', '>=', firstIdOf(from));
    if (to) query.where('id', '<', firstIdOf(to));
    if (after) query.where('id', '<', after);
    return query;
  }
}

/** The last row that a page may look at; null where there are not so many. */
async function lastOf(query: Query, lookAt: number): Promise<string | null> {
  const [row] = await rows<{ id: string }>(
    query
      .select('id')
      .offset(lookAt - 1)
      .limit(1),
  );
  return row?.id ?? null;
}
