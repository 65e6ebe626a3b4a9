import type { Core } from '@strapi/strapi';
import { afterCommit } from '../database/after-commit';
import { isManual } from '../releases/served-release';
import { UIDS } from '../uids';
import { tellOtherInstances } from './other-instances';
import { getVersionsService } from './service';

/** A write to any of these changes what is published. */
const PUBLISHED: readonly string[] = [
  UIDS.setting,
  UIDS.category,
  UIDS.tracker,
  UIDS.processor,
  UIDS.legalPage,
  UIDS.reconsent,
  UIDS.assessment,
  'plugin::i18n.locale',
];

const DOCUMENT_WRITES = ['create', 'update', 'delete', 'clone', 'publish', 'unpublish', 'discardDraft'];

/** Is told which types were written: once for a transaction, and after its commit. */
export type ChangeListener = (uids: readonly string[]) => Promise<void>;

type Changed = (uid: string) => Promise<void>;

/** What follows the changes of an app until now. */
const following = new WeakMap<Core.Strapi, Promise<unknown>>();

/** Resolves when all is done that follows the changes of this process until now: a transaction does not wait for it. */
export const changesFollowed = async (strapi: Core.Strapi): Promise<void> => {
  await following.get(strapi);
};

/**
 * The one listener for changes of published content. Document-service writes are awaited, so that whoever wrote
 * reads the new state at once; rows written below it (an import, a data transfer, i18n copying shared values to
 * other locales) are caught by the database's lifecycle events. Both wait for the commit.
 *
 * @param follow what else depends on it.
 */
export function listenForChanges(strapi: Core.Strapi, follow: ChangeListener): void {
  const changed = changeAfterCommit(strapi, follow);
  strapi.documents.use(async (context, next) => {
    const result = await next();
    if (PUBLISHED.includes(context.uid) && DOCUMENT_WRITES.includes(context.action))
      await changed(context.uid);
    return result;
  });
  const written = ({ model }: { model: { uid: string } }) => changed(model.uid);
  const subscriber = {
    models: [...PUBLISHED],
    afterCreate: written,
    afterCreateMany: written,
    afterUpdate: written,
    afterUpdateMany: written,
    afterDelete: written,
    afterDeleteMany: written,
  };
  strapi.db.lifecycles.subscribe(subscriber as Parameters<typeof strapi.db.lifecycles.subscribe>[0]);
  listenForDefaultLocale(strapi, changed);
}

/** The i18n plugin keeps the default locale in the core store, not in a content type. */
function listenForDefaultLocale(strapi: Core.Strapi, changed: Changed): void {
  const stored = async ({ model, result }: { model: { uid: string }; result?: { key?: string } }) => {
    if (result?.key?.startsWith('plugin_i18n_')) await changed(model.uid);
  };
  const subscriber = { models: ['strapi::core-store'], afterCreate: stored, afterUpdate: stored };
  strapi.db.lifecycles.subscribe(subscriber as Parameters<typeof strapi.db.lifecycles.subscribe>[0]);
}

function changeAfterCommit(strapi: Core.Strapi, follow: ChangeListener): Changed {
  return afterCommit<string>(strapi, (uids) => {
    // What waits to be published changes nothing that is served, though an asking again does.
    if (isManual(strapi)) getVersionsService(strapi).recheck();
    else getVersionsService(strapi).invalidate();
    const followed = follow(uids).finally(() => tellOtherInstances(strapi));
    following.set(strapi, Promise.allSettled([following.get(strapi), followed]));
    return followed;
  });
}
