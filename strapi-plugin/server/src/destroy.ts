import type { Core } from '@strapi/strapi';
import { trailWritten } from './audit/trail';
import { endStart } from './database/start-lock';
import { stopEmbeds } from './embeds/job';
import { closeEvidence } from './evidence';
import { stopSealing } from './evidence/sealing/job';
import { exportJobsOf } from './exports/export-jobs';
import { leaveInstances } from './http/limiting-instances';
import { destroyRecords } from './records';
import { forgetUnseen } from './releases/unseen-changes';
import { stopScan } from './scan/schedule';
import { stopVendorLists } from './tcf/job';
import { changesFollowed } from './versions/changes';
import { leaveOtherInstances } from './versions/other-instances';

/** Before the database closes. */
export async function destroy({ strapi }: { strapi: Core.Strapi }): Promise<void> {
  await changesFollowed(strapi);
  forgetUnseen(strapi);
  await exportJobsOf(strapi).close();
  await destroyRecords(strapi);
  await stopScan(strapi);
  await stopEmbeds(strapi);
  await stopVendorLists(strapi);
  leaveOtherInstances(strapi);
  await leaveInstances(strapi);
  await trailWritten(strapi);
  await stopSealing(strapi);
  await closeEvidence(strapi);
  await endStart(strapi);
}
