import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { allowedTo } from '../http/admin-route';
import { pluginAction } from '../uids';
import { overviewInParts } from './overview';

export { type ConsentOverview, getConsentOverview } from './overview';
export type { ConsentWarning, ConsentWarningCode } from './warning';

export const overviewController = ({ strapi }: { strapi: Core.Strapi }) => ({
  async find(ctx: Context): Promise<void> {
    ctx.body = await overviewInParts(strapi);
  },
});

/** A route of the admin, under `/consent`. */
export const overviewAdminRoutes = [
  {
    method: 'GET',
    path: '/overview',
    handler: 'overview.find',
    config: allowedTo(pluginAction('overview.read')),
  },
];
