import type { Core } from '@strapi/strapi';
import { leaveBodyToRoute } from '../http/raw-body';
import { endLinksLeft, endLinksOfDeletedAccounts, linksEnded } from './ended-accounts';
import { allowRecordedWebhook } from './events';
import { planPurge } from './purge-job';
import { settlingOf } from './quarantine-settling';
import { getRecordsService } from './service';

export { recordsAdminController } from './admin-controller';
export { holdsController } from './admin-holds-controller';
export { quarantinesController } from './admin-quarantines-controller';
export { retentionController } from './admin-retention-controller';
export { recordAdminRoutes } from './admin-routes';
export { recordsController } from './controller';
export { type Erasure, eraseConsent } from './erasure';
export { type Evidence, evidenceOf } from './evidence';
export { recordExports } from './export-source';
export { everyRecord } from './history';
export { type PurgeOutcome, purgeExpiredRecords } from './retention';
export { noteRetentionAfterWrite, noteRetentionAtStart } from './retention-state';
export { recordRoutes } from './routes';
export { type RecordsService, recordsService } from './service';

/** In the plugin's register(). */
export function registerRecords(strapi: Core.Strapi): void {
  leaveBodyToRoute(strapi, '/records');
  leaveBodyToRoute(strapi, '/presentations');
  allowRecordedWebhook(strapi);
  endLinksOfDeletedAccounts(strapi);
}

/** In the plugin's bootstrap(). */
export async function bootstrapRecords(strapi: Core.Strapi): Promise<void> {
  // Connects the limit, so that the first record is counted with all others.
  getRecordsService(strapi);
  planPurge(strapi);
  // What the last process left undone. Nobody waits for it.
  void settlingOf(strapi).settleSoon();
  await endLinksLeft(strapi);
}

/** In the plugin's destroy(): everything that was accepted reaches the disk before the database closes. */
export async function destroyRecords(strapi: Core.Strapi): Promise<void> {
  await settlingOf(strapi).close();
  await getRecordsService(strapi).close();
  await linksEnded(strapi);
}
