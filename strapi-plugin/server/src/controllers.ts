import type { Core } from '@strapi/strapi';
import { configController } from './config/controller';
import { legalAdminController } from './legal-pages/admin-routes';
import { legalController } from './legal-pages/controller';
import { overviewController } from './overview';
import { subprocessorsController } from './processors/controller';
import { recordsAdminController, recordsController } from './records';

type ControllerFactory = (context: { strapi: Core.Strapi }) => object;

export const controllers: Record<string, ControllerFactory> = {
  config: configController,
  legal: legalController,
  legalAdmin: legalAdminController,
  overview: overviewController,
  records: recordsController,
  recordsAdmin: recordsAdminController,
  subprocessors: subprocessorsController,
};
