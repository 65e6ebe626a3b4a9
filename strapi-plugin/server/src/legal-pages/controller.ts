import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { contentHash } from '../content/hash';
import { PUBLIC_LIST_CACHE } from '../http/caching';
import { errors } from '../http/errors';
import { askedLocale } from '../http/query';
import { getLegalPagesService } from './service';

/** `GET legal` and `GET legal/:slug`: published legal pages only, whoever asks. */
export const legalController = ({ strapi }: { strapi: Core.Strapi }) => ({
  async find(ctx: Context): Promise<void> {
    const pages = await getLegalPagesService(strapi).list(askedLocale(ctx));
    if (!pages) throw new errors.NotFoundError('Legal pages are turned off (option "legalPages")');
    ctx.set('Cache-Control', PUBLIC_LIST_CACHE);
    ctx.set('ETag', `"${contentHash(pages).slice(0, 16)}"`);
    ctx.status = 200;
    ctx.body = { pages };
    if (ctx.fresh) ctx.status = 304;
  },

  async findOne(ctx: Context): Promise<void> {
    const { slug } = ctx.params as { slug: string };
    const answer = await getLegalPagesService(strapi).page(slug, askedLocale(ctx));
    if (!answer) throw new errors.NotFoundError('There is no published legal page of this name');
    ctx.set('Cache-Control', PUBLIC_LIST_CACHE);
    ctx.set('ETag', answer.etag);
    ctx.status = 200;
    ctx.body = answer.page;
    if (ctx.fresh) ctx.status = 304;
  },
});
