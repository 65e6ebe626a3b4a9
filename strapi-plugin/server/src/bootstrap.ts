import type { Core } from '@strapi/strapi';
import { serveConfigAheadOfRouter } from './config/ahead-of-router';
import { prepareLock } from './database/lock';
import { getPluginOptions } from './options';
import { permissionsOf } from './permissions';
import { bootstrapRecords } from './records';
import { service } from './service';

/** With the database ready and before the server listens. */
export async function bootstrap({ strapi }: { strapi: Core.Strapi }): Promise<void> {
  await strapi
    .service('admin::permission')
    .actionProvider.registerMany(permissionsOf(getPluginOptions(strapi)));
  bootstrapRecords(strapi);
  serveConfigAheadOfRouter(strapi);
  await prepareLock(strapi);
  await service(strapi, 'seeds').firstStart();
}
