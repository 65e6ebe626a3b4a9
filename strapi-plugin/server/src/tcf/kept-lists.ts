import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Database } from '../database/named-lock';
import { inTransaction, rows, wanted } from '../database/statements';
import { LISTS } from './tables';

/** `list` is IAB's, `texts` a translation of it, `providers` Google's. */
export type ListKind = 'list' | 'texts' | 'providers';

/** A list as it is kept. */
export interface KeptList<Content> {
  hash: string;
  content: Content;
}

interface Row {
  id: string;
  hash: string;
  body: Uint8Array;
}

/** What was checked before it was kept, by hash: unpacking a list of a thousand vendors takes longer than all else here. */
const unpacked = new LRUCache<string, object>({ max: 20 });

/**
 * Keeps a list under its version; one that is there stays, since what a version says never changes. Which of them was confirmed
 * last is noted.
 *
 * @param language of texts
 */
export async function keepList(
  database: Database,
  { kind, version, language = '' }: { kind: ListKind; version: number; language?: string },
  content: object,
  now: Date,
): Promise<void> {
  const text = JSON.stringify(content);
  const row = {
    id: idOf(kind, version, language),
    kind,
    version,
    hash: createHash('sha256').update(text).digest('hex'),
    body: gzipSync(text),
    fetched_at: now.getTime(),
  };
  await inTransaction(database, (trx) =>
    trx(LISTS)
      .insert(row)
      .onConflict('id')
      .merge({ fetched_at: trx.raw(wanted(database), ['fetched_at']) }),
  );
}

/** A list of one version. */
export async function listOf<Content extends object>(
  database: Database,
  kind: ListKind,
  version: number,
  language = '',
): Promise<KeptList<Content> | null> {
  const query = database.connection(LISTS).where('id', idOf(kind, version, language));
  const [row] = await rows<Row>(query.select(['id', 'hash', 'body']));
  return row ? keptFrom(row) : null;
}

/** The newest version of a list, and when it was last confirmed; null where there is none. */
export async function newestOf(
  database: Database,
  kind: ListKind,
): Promise<{ version: number; fetchedAt: Date } | null> {
  const query = database.connection(LISTS).where('kind', kind).orderBy('version', 'desc').limit(1);
  const [row] = await rows<{ version: number; fetched_at: number | string }>(
    query.select(['version', 'fetched_at']),
  );
  return row ? { version: row.version, fetchedAt: new Date(Number(row.fetched_at)) } : null;
}

/** The newest version up to this one of which there are texts in a language; null where there is none. */
export async function lastTextsUpTo(
  database: Database,
  version: number,
  language: string,
): Promise<number | null> {
  const query = database
    .connection(LISTS)
    .where('kind', 'texts')
    .where('version', '<=', version)
    .where('id', 'like', idOf('texts', '%', language))
    .orderBy('version', 'desc')
    .limit(1);
  const [row] = await rows<{ version: number }>(query.select(['version']));
  return row?.version ?? null;
}

const idOf = (kind: ListKind, version: number | '%', language: string): string =>
  `${kind}:${version}:${language}`;

function keptFrom<Content extends object>({ hash, body }: Row): KeptList<Content> {
  let content = unpacked.get(hash);
  if (!content) {
    content = JSON.parse(gunzipSync(body).toString()) as object;
    unpacked.set(hash, content);
  }
  return { hash, content: content as Content };
}
