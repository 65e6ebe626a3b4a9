import type { Core } from '@strapi/strapi';
import { configRoutes } from './config/routes';
import { publicRouter } from './http/route';
import { legalAdminRoutes } from './legal-pages/admin-routes';
import { legalRoutes } from './legal-pages/routes';
import { overviewAdminRoutes } from './overview';
import { processorRoutes } from './processors/routes';
import { recordAdminRoutes, recordRoutes } from './records';

export const routes = {
  /** Public, under `/api` + `basePath`. */
  'content-api': ({ strapi }: { strapi: Core.Strapi }) =>
    publicRouter(strapi, [...configRoutes, ...recordRoutes(strapi), ...processorRoutes, ...legalRoutes]),
  /** For the admin, under `/consent`. */
  admin: { type: 'admin', routes: [...recordAdminRoutes, ...overviewAdminRoutes, ...legalAdminRoutes] },
};
