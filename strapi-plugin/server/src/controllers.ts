import type { Core } from '@strapi/strapi';
import { assessmentsController } from './assessments/admin-controller';
import { auditController } from './audit/admin-controller';
import { trailExports } from './audit/export-source';
import { catalogueController } from './catalogue/admin-controller';
import { configController } from './config/controller';
import { embedsController } from './embeds/admin-controller';
import { logViewController } from './evidence/sealing/admin-log-view';
import { logController } from './evidence/sealing/controller';
import { exportControllerOf } from './exports/admin-controller';
import { legalAdminController } from './legal-pages/admin-controller';
import { legalController } from './legal-pages/controller';
import { overviewController } from './overview/admin-controller';
import { previewLinksController } from './previews/admin-controller';
import { previewsController } from './previews/controller';
import { registerController } from './processors/admin-controller';
import { subprocessorsController } from './processors/controller';
import {
  holdsController,
  quarantinesController,
  recordExports,
  recordsAdminController,
  recordsController,
  retentionController,
} from './records';
import { releasesController } from './releases/admin-controller';
import { roleTemplatesController } from './role-templates/admin-controller';
import { scanFindingsController } from './scan/admin-findings-controller';
import { scanRunsController } from './scan/admin-runs-controller';
import { scansController } from './scan/controller';
import { settingsAdminController } from './settings/admin-controller';
import { statisticsController } from './statistics/admin-controller';
import { impressionsController } from './statistics/controller';
import { tcfController } from './tcf/controller';
import { transferController } from './transfer/admin-controller';
import { publishedStateController } from './versions/admin-controller';

type ControllerFactory = (context: { strapi: Core.Strapi }) => object;

export const controllers: Record<string, ControllerFactory> = {
  assessments: assessmentsController,
  audit: auditController,
  catalogue: catalogueController,
  config: configController,
  embeds: embedsController,
  holds: holdsController,
  impressions: impressionsController,
  legal: legalController,
  legalAdmin: legalAdminController,
  log: logController,
  logView: logViewController,
  overview: overviewController,
  previewLinks: previewLinksController,
  previews: previewsController,
  publishedState: publishedStateController,
  quarantines: quarantinesController,
  recordExports: exportControllerOf(recordExports),
  records: recordsController,
  recordsAdmin: recordsAdminController,
  register: registerController,
  releases: releasesController,
  retention: retentionController,
  roleTemplates: roleTemplatesController,
  scans: scansController,
  scanFindings: scanFindingsController,
  scanRuns: scanRunsController,
  settingsAdmin: settingsAdminController,
  statistics: statisticsController,
  subprocessors: subprocessorsController,
  tcf: tcfController,
  trailExports: exportControllerOf(trailExports),
  transfer: transferController,
};
