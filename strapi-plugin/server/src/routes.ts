import type { Core } from '@strapi/strapi';
import { catalogueRoutes } from './catalogue/admin-catalogue';
import { configRoutes } from './config/routes';
import { publicRouter } from './http/route';
import { legalAdminRoutes } from './legal-pages/admin-routes';
import { legalRoutes } from './legal-pages/routes';
import { overviewAdminRoutes } from './overview';
import { registerRoutes } from './processors/admin';
import { processorRoutes } from './processors/routes';
import { recordAdminRoutes, recordRoutes } from './records';
import { settingsAdminRoutes } from './settings/admin-routes';
import { transferAdminRoutes } from './transfer/admin-routes';
import { publishedStateRoutes } from './versions/admin-state';

export const routes = {
  /** Public, under `/api` + `basePath`. */
  'content-api': ({ strapi }: { strapi: Core.Strapi }) =>
    publicRouter(strapi, [...configRoutes, ...recordRoutes(strapi), ...processorRoutes, ...legalRoutes]),
  /** For the admin, under `/consent`. */
  admin: {
    type: 'admin',
    routes: [
      ...recordAdminRoutes,
      ...overviewAdminRoutes,
      ...legalAdminRoutes,
      ...settingsAdminRoutes,
      ...transferAdminRoutes,
      ...catalogueRoutes,
      ...registerRoutes,
      ...publishedStateRoutes,
    ],
  },
};
