import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { negotiateLocale } from '../content/locale-negotiation';
import { askedLocale } from '../http/query';
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
