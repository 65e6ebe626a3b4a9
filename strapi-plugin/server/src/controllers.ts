import type { Core } from '@strapi/strapi';
import { configController } from './config/controller';
import { legalController } from './legal-pages/controller';
import { overviewController } from './overview';
import { subprocessorsController } from './processors/controller';
import { recordsAdminController, recordsController } from './records';

type ControllerFactory = (context: { strapi: Core.Strapi }) => object;

export const controllers: Record<string, ControllerFactory> = {
  config: configController,
  legal: legalController,
  overview: overviewController,
  records: recordsController,
  recordsAdmin: recordsAdminController,
  subprocessors: subprocessorsController,
};
