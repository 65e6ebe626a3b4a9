import { randomUUID } from 'node:crypto';
import { contentHash } from '../../content/hash';
import type { Transaction } from '../../database/table';
import { isDuplicate } from '../../database/write-conflicts';
import type { NewAuditEntry } from '../audit';
import { joinRelease, partsOfRelease, type ReleaseOutline, splitRelease } from '../release-parts';
import type {
  NewRelease,
  NewReleasePlan,
  PlanChange,
  Release,
  ReleaseContent,
  ReleasePlan,
  ReleaseStep,
  ReleaseStore,
} from '../releases';
import type { SqlAuditTrail } from './audit-trail';
import { type EvidenceDatabase, inParts, inTransaction, rows, TABLES } from './evidence-database';
import {
  actorColumns,
  type PlanRow,
  planOf,
  planRow,
  type ReleaseRow,
  releaseOf,
  releaseRow,
} from './release-rows';

/** Somebody else was first: the transaction ends, and nothing of it stays. */
class Overtaken extends Error {}

/** Releases in a table, what they publish in another, each item once. */
export class SqlReleases implements ReleaseStore {
  readonly #database: EvidenceDatabase;
  readonly #trail: SqlAuditTrail;

  constructor(database: EvidenceDatabase, trail: SqlAuditTrail) {
    this.#database = database;
    this.#trail = trail;
  }

  add(release: NewRelease, { after, plan, entries }: ReleaseStep): Promise<Release | null> {
    return this.#unlessOvertaken(async (trx) => {
      if (plan && (await trx(TABLES.releasePlans).where({ id: plan }).delete()) === 0) throw new Overtaken();
      const row = releaseRow(release, after + 1, await this.#keep(trx, release.content));
      await trx(TABLES.releases).insert(row);
      await this.#trail.enter(trx, entries);
      return releaseOf(row as ReleaseRow);
    });
  }

  latest = async (): Promise<Release | null> => (await this.page({ before: null, limit: 1 }))[0] ?? null;

  async byNumber(number: number): Promise<Release | null> {
    const [row] = await rows<ReleaseRow>(this.#database.connection(TABLES.releases).where({ number }));
    return row ? releaseOf(row) : null;
  }

  async page({ before, limit }: { before: number | null; limit: number }): Promise<Release[]> {
    const query = this.#database.connection(TABLES.releases).orderBy('number', 'desc').limit(limit);
    if (before !== null) query.where('number', '<', before);
    return (await rows<ReleaseRow>(query)).map(releaseOf);
  }

  async between({ from, to, limit }: { from: Date; to: Date; limit?: number }): Promise<Release[]> {
    const { connection } = this.#database;
    const inForce = connection(TABLES.releases).max('number').where('released_at', '<', from.getTime());
    const query = connection(TABLES.releases)
      .where('released_at', '<', to.getTime())
      .where((either) => either.where('released_at', '>=', from.getTime()).orWhere('number', inForce))
      .orderBy('number', 'desc');
    if (limit !== undefined) query.limit(limit);
    return (await rows<ReleaseRow>(query)).map(releaseOf);
  }

  async ofPolicies(policyVersions: readonly string[]): Promise<Release[]> {
    const found: Release[] = [];
    for (const some of inParts(policyVersions)) {
      const query = this.#database.connection(TABLES.releases).whereIn('policy_version', some);
      found.push(...(await rows<ReleaseRow>(query)).map(releaseOf));
    }
    return found.sort((a, b) => b.number - a.number);
  }

  async lastAsking(before: number): Promise<Release | null> {
    const query = this.#database.connection(TABLES.releases).orderBy('number', 'desc').limit(1);
    const [row] = await rows<ReleaseRow>(query.where('number', '<', before).whereNot('asks', ''));
    return row ? releaseOf(row) : null;
  }

  async content(hash: string): Promise<ReleaseContent> {
    const whole = (await this.#parts([hash])).get(hash);
    if (whole === undefined) throw new Error(`consent: there is no release of the content ${hash}`);
    const outline = whole as ReleaseOutline;
    return joinRelease(outline, await this.#parts(partsOfRelease(outline)));
  }

  note(number: number, note: string | null, entries: readonly NewAuditEntry[]): Promise<boolean> {
    return this.#changed(entries, (trx) => trx(TABLES.releases).where({ number }).update({ note }));
  }

  async plan(): Promise<ReleasePlan | null> {
    const [row] = await rows<PlanRow>(this.#database.connection(TABLES.releasePlans).limit(1));
    return row ? planOf(row) : null;
  }

  async makePlan(plan: NewReleasePlan, entries: readonly NewAuditEntry[]): Promise<ReleasePlan | null> {
    const id = randomUUID();
    const made = await this.#unlessOvertaken(async (trx) => {
      await trx(TABLES.releasePlans).insert(planRow(plan, id, await this.#keep(trx, plan.content)));
      await this.#trail.enter(trx, entries);
      return true;
    });
    return made ? this.plan() : null;
  }

  changePlan(id: string, change: PlanChange, entries: readonly NewAuditEntry[]): Promise<boolean> {
    return this.#changed(entries, (trx) => {
      const plan = trx(TABLES.releasePlans).where({ id });
      if (change === 'withdrawn') return plan.delete();
      return plan.update('failure' in change ? change : actorColumns('approver', change.approver));
    });
  }

  #changed(
    entries: readonly NewAuditEntry[],
    write: (trx: Transaction) => PromiseLike<number>,
  ): Promise<boolean> {
    return inTransaction(this.#database, async (trx) => {
      if ((await write(trx)) === 0) return false;
      await this.#trail.enter(trx, entries);
      return true;
    });
  }

  async #unlessOvertaken<T>(work: (trx: Transaction) => Promise<T>): Promise<T | null> {
    try {
      return await inTransaction(this.#database, work);
    } catch (error) {
      if (error instanceof Overtaken || isDuplicate(error)) return null;
      throw error;
    }
  }

  /** What is there already is neither read nor written: its hash says that it is the same. */
  async #keep(trx: Transaction, content: ReleaseContent): Promise<string> {
    const whole = contentHash(content);
    const { outline, parts } = splitRelease(content);
    const kept = [...parts.set(whole, outline)].sort(([a], [b]) => (a < b ? -1 : 1));
    const missing: [string, unknown][] = [];
    for (const some of inParts(kept)) {
      const found = await rows<{ hash: string }>(
        trx(TABLES.releaseParts)
          .select('hash')
          .whereIn(
            'hash',
            some.map(([hash]) => hash),
          ),
      );
      const known = new Set(found.map(({ hash }) => hash));
      missing.push(...some.filter(([hash]) => !known.has(hash)));
    }
    for (const some of inParts(missing, ROWS_AT_ONCE)) {
      const added = some.map(([hash, value]) => ({ hash, content: JSON.stringify(value) }));
      await trx(TABLES.releaseParts).insert(added).onConflict('hash').ignore();
    }
    return whole;
  }

  async #parts(hashes: readonly string[]): Promise<Map<string, unknown>> {
    const found = new Map<string, unknown>();
    for (const some of inParts([...new Set(hashes)])) {
      const kept = this.#database.connection(TABLES.releaseParts).whereIn('hash', some);
      for (const { hash, content } of await rows<{ hash: string; content: string }>(kept)) {
        found.set(hash, JSON.parse(content));
      }
    }
    return found;
  }
}

/** Texts of legal pages stand in a row, so a statement has few of them. */
const ROWS_AT_ONCE = 50;
