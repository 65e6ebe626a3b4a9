import type { Core } from '@strapi/strapi';
import { assessmentRoutes } from './assessments/admin-routes';
import { auditAdminRoutes } from './audit/admin-routes';
import { catalogueRoutes } from './catalogue/admin-routes';
import { configRoutes } from './config/routes';
import { embedsRoutes } from './embeds/admin-routes';
import { logViewRoutes } from './evidence/sealing/admin-log-view';
import { logRoutes } from './evidence/sealing/routes';
import { type PublicRoute, publicRouter } from './http/route';
import { legalAdminRoutes } from './legal-pages/admin-routes';
import { legalRoutes } from './legal-pages/routes';
import { overviewAdminRoutes } from './overview/admin-routes';
import { previewLinkRoutes } from './previews/admin-routes';
import { previewRoutes } from './previews/routes';
import { registerRoutes } from './processors/admin-routes';
import { processorRoutes } from './processors/routes';
import { recordAdminRoutes, recordRoutes } from './records';
import { releaseRoutes } from './releases/admin-routes';
import { roleTemplateRoutes } from './role-templates/admin-routes';
import { scanAdminRoutes } from './scan/admin-routes';
import { scanRoutes } from './scan/routes';
import { settingsAdminRoutes } from './settings/admin-routes';
import { statisticsAdminRoutes } from './statistics/admin-routes';
import { impressionRoutes } from './statistics/routes';
import { tcfRoutes } from './tcf/routes';
import { transferAdminRoutes } from './transfer/admin-routes';
import { publishedStateRoutes } from './versions/admin-routes';

/** Everything that is public, under `/api` + `basePath`. */
export const publicRoutes = (strapi: Core.Strapi): PublicRoute[] => [
  ...configRoutes,
  ...recordRoutes(strapi),
  ...impressionRoutes(strapi),
  ...logRoutes,
  ...processorRoutes,
  ...legalRoutes,
  ...scanRoutes,
  ...previewRoutes,
  ...tcfRoutes(strapi),
];

export const routes = {
  'content-api': ({ strapi }: { strapi: Core.Strapi }) => publicRouter(strapi, publicRoutes(strapi)),
  /** For the admin, under `/consent`. */
  admin: {
    type: 'admin',
    routes: [
      ...recordAdminRoutes,
      ...logViewRoutes,
      ...overviewAdminRoutes,
      ...statisticsAdminRoutes,
      ...legalAdminRoutes,
      ...settingsAdminRoutes,
      ...transferAdminRoutes,
      ...catalogueRoutes,
      ...assessmentRoutes,
      ...embedsRoutes,
      ...registerRoutes,
      ...publishedStateRoutes,
      ...scanAdminRoutes,
      ...auditAdminRoutes,
      ...releaseRoutes,
      ...previewLinkRoutes,
      ...roleTemplateRoutes,
    ],
  },
};
