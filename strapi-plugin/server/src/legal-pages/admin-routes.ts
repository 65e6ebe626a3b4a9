import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { negotiateLocale } from '../content/locale-negotiation';
import { allowedTo, contentAction } from '../http/admin-route';
import { askedLocale } from '../http/query';
import { UIDS } from '../uids';
import { getVersionsService } from '../versions/service';
import { legalSettings } from './setting-values';
import { legalTables } from './tables';

/** What the tables of a legal page and its references to settings would show now, for the editor's preview. */
export const legalAdminController = ({ strapi }: { strapi: Core.Strapi }) => ({
  async preview(ctx: Context): Promise<void> {
    const { versions, content } = await getVersionsService(strapi).published();
    const locale = negotiateLocale(content.locales, askedLocale(ctx), null);
    ctx.body = {
      ...(await legalTables(strapi, locale)),
      documentsVersion: versions.documentsVersion,
      settings: await legalSettings(strapi),
      locale,
    };
  },
});

/**
 * A route of the admin, under `/consent`, for those who may read legal pages in the content manager: it shows nothing
 * that visitors would not read once the page is published.
 */
export const legalAdminRoutes = [
  {
    method: 'GET',
    path: '/legal-preview',
    handler: 'legalAdmin.preview',
    config: allowedTo(contentAction('read', UIDS.legalPage)),
  },
];
