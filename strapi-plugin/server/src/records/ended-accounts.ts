import type { Core } from '@strapi/strapi';
import { currentActor } from '../audit/actor';
import { failure } from '../database/write-conflicts';
import { getEvidenceStore } from '../evidence';
import type { Actor } from '../evidence/audit';
import { getPluginOptions } from '../options';
import { USERS } from '../options.schema';
import { PLUGIN } from '../uids';

/** Who deletes an account, and when. */
interface Ending {
  actor: Actor;
  /** ISO 8601. */
  at: string;
}

interface LifecycleEvent {
  params: { where?: object };
  /** The same object before and after one write. */
  state: { accounts?: string[] };
}

const KEY = 'ended-account:';

/** What is under way, for each app. */
const endings = new WeakMap<Core.Strapi, Promise<void>>();

const endsLinks = (strapi: Core.Strapi): boolean => {
  const { usersSlug, recording } = getPluginOptions(strapi);
  return usersSlug !== false && recording.onUserDelete === 'unlink';
};

const noteOf = (strapi: Core.Strapi, account: string) =>
  strapi.store({ type: 'plugin', name: PLUGIN, key: `${KEY}${account}` });

/**
 * Ends the link of records to accounts that are deleted, by whatever path: each ends in rows. Evidence may be in another
 * database, so what is to be ended is noted before the row goes, in the same transaction where there is one, and done when
 * that is committed; what a process leaves undone the next start does. In register().
 */
export function endLinksOfDeletedAccounts(strapi: Core.Strapi): void {
  if (!endsLinks(strapi)) return;
  async function before({ params, state }: LifecycleEvent): Promise<void> {
    const rows: { documentId: string }[] = await strapi.db
      .query(USERS)
      .findMany({ where: params.where ?? {}, select: ['documentId'] });
    state.accounts = [...new Set(rows.map(({ documentId }) => documentId))];
    const ending: Ending = { actor: currentActor(strapi), at: new Date().toISOString() };
    for (const account of state.accounts) await noteOf(strapi, account).set({ value: ending });
  }
  async function after({ state: { accounts = [] } }: LifecycleEvent): Promise<void> {
    const end = () => endLinks(strapi, accounts);
    if (!strapi.db.inTransaction()) await end();
    else await strapi.db.transaction(async ({ onCommit }) => onCommit(() => void end()));
  }
  strapi.db.lifecycles.subscribe({
    models: [USERS],
    beforeDelete: before,
    beforeDeleteMany: before,
    afterDelete: after,
    afterDeleteMany: after,
  } as unknown as Parameters<typeof strapi.db.lifecycles.subscribe>[0]);
}

/** In bootstrap(): looks for what was noted and is not done. Nobody waits for it to be done. */
export async function endLinksLeft(strapi: Core.Strapi): Promise<void> {
  if (!endsLinks(strapi)) return;
  const prefix = `plugin_${PLUGIN}_${KEY}`;
  const rows: { key: string }[] = await strapi.db
    .query('strapi::core-store')
    .findMany({ where: { key: { $startsWith: prefix } }, select: ['key'] });
  void endLinks(
    strapi,
    rows.map(({ key }) => key.slice(prefix.length)),
  );
}

/** Resolves when all links are ended that were to be until now. */
export const linksEnded = (strapi: Core.Strapi): Promise<void> => endings.get(strapi) ?? Promise.resolve();

function endLinks(strapi: Core.Strapi, accounts: readonly string[]): Promise<void> {
  const ending = linksEnded(strapi).then(async () => {
    for (const account of accounts) {
      await endLink(strapi, account).catch((error: unknown) => {
        strapi.log.error(
          `consent: records still name an account that is deleted; the next start sees to it: ${failure(error)}`,
        );
      });
    }
  });
  endings.set(strapi, ending);
  return ending;
}

async function endLink(strapi: Core.Strapi, account: string): Promise<void> {
  const note = noteOf(strapi, account);
  const ending = (await note.get({})) as Ending | null;
  if (!ending) return;
  // A deletion that failed, or of one of several languages of a document.
  const left = await strapi.db.query(USERS).count({ where: { documentId: account } });
  if (left === 0) {
    const { actor, at } = ending;
    const { held } = await getEvidenceStore(strapi).unlink(account, { actor, at: new Date(at) });
    if (held > 0) {
      strapi.log.warn(
        `consent: ${held} records of a deleted account are under a legal hold and still name it; the first start after it is lifted ends that`,
      );
      return;
    }
  }
  await note.delete({});
}
