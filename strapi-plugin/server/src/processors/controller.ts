import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { PUBLIC_LIST_CACHE } from '../http/caching';
import { errors } from '../http/errors';
import { askedLocale } from '../http/query';
import { getProcessorsService } from './service';

/** `GET subprocessors`: the public list, its version, the notice terms and the change log. */
export const subprocessorsController = ({ strapi }: { strapi: Core.Strapi }) => ({
  async find(ctx: Context): Promise<void> {
    const answer = await getProcessorsService(strapi).list(askedLocale(ctx));
    if (!answer) {
      throw new errors.NotFoundError('The register of processors is turned off (option "processors")');
    }
    ctx.set('Cache-Control', PUBLIC_LIST_CACHE);
    ctx.set('ETag', answer.etag);
    ctx.status = 200;
    ctx.body = answer.list;
    if (ctx.fresh) ctx.status = 304;
  },
});
