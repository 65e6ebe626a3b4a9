import type { Core } from '@strapi/strapi';
import { prepareCatalogueTables } from './catalogue/tables';
import { noteOptions } from './config/options-since';
import { noteKeysServedBefore } from './config/served-before';
import { prepareLock } from './database/lock';
import { unlockStart } from './database/start-lock';
import { warnOfTimeZone } from './database/time-zone';
import { withholdFromDefaultRoles } from './default-roles';
import { startEmbeds } from './embeds/job';
import { openEvidence } from './evidence';
import { startSealing } from './evidence/sealing/job';
import { serveAheadOfRouter } from './http/ahead-of-router';
import { sayInstance } from './http/limiting-instances';
import { outageGuard } from './http/outage';
import { registerPermissions } from './permissions';
import { bootstrapRecords, noteRetentionAtStart } from './records';
import { sayLostConfiguration } from './releases/lost-configuration';
import { noteFirstRelease } from './releases/noting';
import { planReleases } from './releases/schedule';
import { serveReleases } from './releases/served-release';
import { planScans } from './scan/schedule';
import { getSeedsService } from './seeds/service';
import { planSignalTest } from './signals/job';
import { planCounts } from './statistics/counts-job';
import { followVendorLists } from './tcf/job';
import { listenToOtherInstances } from './versions/other-instances';
import { keepAskedAgain } from './versions/reconsent';

/** With the database ready and before the server listens. */
export async function bootstrap({ strapi }: { strapi: Core.Strapi }): Promise<void> {
  await registerPermissions(strapi);
  await withholdFromDefaultRoles(strapi);
  warnOfTimeZone(strapi);
  await prepareCatalogueTables(strapi);
  await openEvidence(strapi);
  serveReleases(strapi);
  await bootstrapRecords(strapi);
  listenToOtherInstances(strapi);
  await sayInstance(strapi);
  // Around the config and every other public route, whoever serves them.
  strapi.server.use(outageGuard(strapi));
  serveAheadOfRouter(strapi, ['config.find', 'records.create']);
  await noteOptions(strapi);
  await prepareLock(strapi);
  await getSeedsService(strapi).firstStart();
  await noteRetentionAtStart(strapi);
  await keepAskedAgain(strapi);
  await sayLostConfiguration(strapi);
  await noteFirstRelease(strapi);
  await noteKeysServedBefore(strapi);
  await planReleases(strapi);
  planCounts(strapi);
  startSealing(strapi);
  planScans(strapi);
  planSignalTest(strapi);
  await startEmbeds(strapi);
  await followVendorLists(strapi);
  await unlockStart(strapi);
}
