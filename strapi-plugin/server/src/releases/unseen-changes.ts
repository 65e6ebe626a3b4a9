import { setTimeout as pause } from 'node:timers/promises';
import type { Core } from '@strapi/strapi';
import { contentEntry } from '../audit/content-entry';
import { trailWritten } from '../audit/trail';
import { contentHash } from '../content/hash';
import { type DatabaseClient, runAlone } from '../database/named-lock';
import { failure } from '../database/write-conflicts';
import { getEvidenceStore } from '../evidence';
import {
  type AuditAction,
  type AuditChange,
  type AuditPage,
  type NewAuditEntry,
  SYSTEM,
} from '../evidence/audit';
import { type Pair, pairsOf } from '../transfer/differences';
import { KINDS } from '../transfer/kinds';
import type { ReleasedConfiguration } from './configuration';
import { readDraft } from './draft';
import { isManual } from './served-release';
import { configurationOf } from './service';

/** What the trail says of a change that nobody has told it of. */
const UNSEEN =
  'Found in the database, where nobody had entered it: by strapi import, strapi transfer, SQL, an update of the plugin, or a process that was killed.';

/** So long, in ms, another instance has to enter what it did: it tries for five seconds where the database does not answer. */
const PATIENCE = 10_000;

/** Ends the waiting of an app. */
const stops = new WeakMap<Core.Strapi, AbortController>();

/** In destroy(). What was not entered is by the next start, unless another release has come until then. */
export const forgetUnseen = (strapi: Core.Strapi): void => stops.get(strapi)?.abort();

/**
 * Enters into the trail what is different from the release before, or waits to be published, without an entry of its own. What is
 * written without telling anybody is told of neither by time nor by author, so a value counts as entered where the last
 * entry about it says that it became this.
 *
 * @param patience in ms, before what was found is looked at again and entered.
 */
export async function enterUnseen(strapi: Core.Strapi, patience = PATIENCE): Promise<void> {
  const stop = stops.get(strapi) ?? new AbortController();
  stops.set(strapi, stop);
  try {
    await trailWritten(strapi);
    const from = new Date(Date.now() - PATIENCE);
    const found = await unseenIn(strapi, await stepsToLookAt(strapi));
    if (found.length === 0) return;
    await pause(patience, undefined, { signal: stop.signal, ref: false });
    const { connection, dialect } = strapi.db;
    const database = { connection, client: dialect.client as DatabaseClient };
    await runAlone(database, 'consent unseen', async () => {
      const entries = await withoutEntered(strapi, found, from);
      if (entries.length === 0) return;
      await getEvidenceStore(strapi).audit.add(entries);
      const titles = entries.map(({ subject }) => subject.title ?? subject.uid).join(', ');
      strapi.log.warn(
        `consent: changed without telling Strapi, and entered into the audit trail now: ${titles}`,
      );
    });
  } catch (error) {
    if (stop.signal.aborted) return;
    strapi.log.warn(`consent: the audit trail could not be compared with what is stored: ${failure(error)}`);
  }
}

async function unseenIn(strapi: Core.Strapi, steps: readonly Step[]): Promise<NewAuditEntry[]> {
  const entries: NewAuditEntry[] = [];
  for (const [before, after] of steps) {
    for (const pair of pairsOf(before, after)) entries.push(...(await unseenOf(strapi, pair)));
  }
  return entries;
}

/** What nobody has entered meanwhile either: not the instance that did it, nor another one that has found it, too. */
async function withoutEntered(
  strapi: Core.Strapi,
  found: readonly NewAuditEntry[],
  from: Date,
): Promise<NewAuditEntry[]> {
  const left: NewAuditEntry[] = [];
  for (const entry of found) {
    const { uid, id } = entry.subject;
    const about = { uid, subject: id ?? undefined, from };
    const { entries } = await getEvidenceStore(strapi).audit.page(about, { limit: 100 });
    const entered = entries.flatMap(({ changes }) => changes);
    const changes = entry.changes.filter(
      ({ path, after }) => !entered.some((one) => one.path === path && isSame(one.after, after)),
    );
    if (changes.length > 0) left.push({ ...entry, changes });
  }
  return left;
}

const isSame = (one: unknown, other: unknown): boolean => contentHash(one) === contentHash(other);

type Step = [before: ReleasedConfiguration, after: ReleasedConfiguration];

/** To what is published, where nobody published it; and on to what waits. */
async function stepsToLookAt(strapi: Core.Strapi): Promise<Step[]> {
  const { releases } = getEvidenceStore(strapi);
  const last = await releases.latest();
  if (!last) return [];
  const published = await configurationOf(strapi, last);
  const former = last.actor.kind === SYSTEM.kind ? await releases.byNumber(last.number - 1) : null;
  return [
    ...(former ? [[await configurationOf(strapi, former), published] satisfies Step] : []),
    ...(isManual(strapi) ? [[published, await readDraft(strapi)] satisfies Step] : []),
  ];
}

async function unseenOf(strapi: Core.Strapi, { kind, before, after }: Pair): Promise<NewAuditEntry[]> {
  const documentId = (after ?? before)?.id;
  const entry = documentId ? contentEntry(strapi, { kind, documentId, before, after }) : null;
  if (!documentId || !entry) return [];
  const told = entry.changes.filter(({ path, after: value }) => isOwnValue(path, value));
  const { changes, isKnown } = await unentered(strapi, { uid: KINDS[kind].uid, subject: documentId }, told);
  const action = entry.action === 'create' && isKnown ? 'update' : entry.action;
  return changes.length > 0 ? [{ ...entry, action, changes, actor: SYSTEM, reason: UNSEEN }] : [];

  /** A legal page's text stands in a release twice; what a category or picture leaves behind that is deleted is told with that. */
  function isOwnValue(path: string, value: unknown): boolean {
    if (kind === 'legalPages') return path.startsWith('published.');
    return value !== null || (path !== 'shared.category' && path !== 'shared.poster');
  }
}

/**
 * The changes of which the trail does not say that a value became this the last time that it changed; and whether it knows the
 * document as one that is there.
 */
async function unentered(
  strapi: Core.Strapi,
  about: { uid: string; subject: string },
  changes: readonly AuditChange[],
): Promise<{ changes: AuditChange[]; isKnown: boolean }> {
  const open = new Map(changes.map((change) => [change.path, change]));
  const unseen: AuditChange[] = [];
  let newest: AuditAction | undefined;
  let after: string | null = null;
  do {
    const page: AuditPage = await getEvidenceStore(strapi).audit.page(about, { after, limit: 100 });
    newest ??= page.entries[0]?.action;
    for (const last of page.entries.flatMap((entry) => entry.changes)) {
      const change = open.get(last.path);
      if (change && !isSame(last.after, change.after)) unseen.push({ ...change, before: last.after });
      open.delete(last.path);
    }
    after = page.next;
  } while (after !== null && open.size > 0);
  return {
    changes: [...unseen, ...open.values()],
    isKnown: newest !== undefined && newest !== 'delete',
  };
}
