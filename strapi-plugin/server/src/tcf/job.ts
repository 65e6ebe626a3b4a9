import type { Core } from '@strapi/strapi';
import { makeMissingTables } from '../database/missing-tables';
import { runAlone } from '../database/named-lock';
import { failure } from '../database/write-conflicts';
import { getPluginOptions } from '../options';
import { VENDOR_LIST_TASK_UID } from '../uids';
import { type ListKind, newestOf } from './kept-lists';
import { refreshVendorLists, tcfDatabase } from './refresh';
import { LIST_TABLES } from './tables';

/** It is looked once an hour whether the lists are due; not at the full hour, when every other job begins. */
const EVERY_HOUR = '37 * * * *';

const HOUR = 3_600_000;

/**
 * In bootstrap(): has the lists fetched where the option `tcf` says so, at once where there are none yet. Nobody waits for it: until
 * they are there the site answers that it knows none, and no page gives a consent string.
 */
export async function followVendorLists(strapi: Core.Strapi): Promise<void> {
  if (!getPluginOptions(strapi).tcf) return;
  await makeMissingTables(tcfDatabase(strapi), LIST_TABLES);
  const ended = new AbortController();
  const task = async (): Promise<void> => {
    try {
      await refreshWhereDue(strapi, new Date(), ended.signal);
    } catch (error) {
      strapi.log.error(`consent: the vendor lists are looked at again in an hour: ${failure(error)}`);
    }
  };
  strapi.cron.add({ [VENDOR_LIST_TASK_UID]: { task, options: { rule: EVERY_HOUR } } });
  running.set(strapi, { first: task(), ended });
}

/** What bootstrap() has begun. */
const running = new WeakMap<Core.Strapi, { first: Promise<void>; ended: AbortController }>();

/** Settles once the lists that a start asks for have come, or not. */
export const vendorListsAsked = async (strapi: Core.Strapi): Promise<void> => running.get(strapi)?.first;

/** In destroy(), before the database closes. */
export async function stopVendorLists(strapi: Core.Strapi): Promise<void> {
  running.get(strapi)?.ended.abort();
  await vendorListsAsked(strapi);
}

/** Where several instances look at once, one asks. What did not come is tried again an hour later. */
async function refreshWhereDue(strapi: Core.Strapi, now: Date, ended: AbortSignal): Promise<void> {
  const { tcf } = getPluginOptions(strapi);
  if (!tcf) return;
  const database = tcfDatabase(strapi);
  const kinds: ListKind[] = tcf.additionalConsentUrl ? ['list', 'providers'] : ['list'];
  await runAlone(database, 'consent vendor list', async () => {
    const newest = await Promise.all(kinds.map((kind) => newestOf(database, kind)));
    const due = kinds.filter((_, at) => {
      const fetchedAt = newest[at]?.fetchedAt.getTime() ?? Number.NEGATIVE_INFINITY;
      return now.getTime() - fetchedAt >= tcf.refreshHours * HOUR;
    });
    await refreshVendorLists(strapi, now, ended, due);
  });
}
