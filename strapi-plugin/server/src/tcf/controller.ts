import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { shortHash } from '../content/hash';
import { PUBLIC_LIST_CACHE } from '../http/caching';
import { errors } from '../http/errors';
import { askedLocale, queryText } from '../http/query';
import { providersFor, vendorListFor } from './served-list';

/** `GET tcf/…`: the lists of the Transparency and Consent Framework, as this CMS keeps them. */
export const tcfController = ({ strapi }: { strapi: Core.Strapi }) => ({
  async vendorList(ctx: Context): Promise<void> {
    const { version } = ctx.params as { version?: string };
    const list = await vendorListFor(strapi, {
      locale: askedLocale(ctx),
      version: version === undefined ? undefined : Number(version),
      vendors: idsIn(ctx, 'vendors'),
    });
    if (!list) throw new errors.NotFoundError('No vendor list of this version has been fetched');
    send(ctx, list);
  },
  async providers(ctx: Context): Promise<void> {
    const providers = await providersFor(strapi, idsIn(ctx, 'ids'));
    if (!providers) {
      throw new errors.NotFoundError("Google's list of providers has not been fetched (option tcf)");
    }
    send(ctx, { providers });
  },
});

function send(ctx: Context, body: object): void {
  ctx.set('Cache-Control', PUBLIC_LIST_CACHE);
  ctx.set('ETag', `"${shortHash(body)}"`);
  ctx.status = 200;
  ctx.body = body;
  if (ctx.fresh) ctx.status = 304;
}

/** `1,2,3`; undefined where all are asked for. What is no number names nobody. */
function idsIn(ctx: Context, name: string): number[] | undefined {
  const text = queryText(ctx, name);
  return text === undefined ? undefined : text.split(',').map(Number).filter(Number.isInteger);
}
