import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { askedLocale, queryText } from '../http/query';
import { getPluginOptions } from '../options';
import { isOlderThanOptions, optionsSince } from './options-since';
import { getConfigService } from './service';

/** A shared cache that ignores `Vary` would serve one country's model to another, so an owner may keep it from all. */
const CACHE = {
  public: 'public, max-age=60, s-maxage=300, stale-while-revalidate=86400',
  private: 'private, max-age=60',
};

/** `GET config`: what the page needs to know to ask, remember and honour a visitor's choice. */
export const configController = ({ strapi }: { strapi: Core.Strapi }) => {
  const { jurisdiction, config } = getPluginOptions(strapi);
  const { headers, regionHeaders } = jurisdiction;
  const vary = ['Accept-Language', 'Origin', ...headers, ...regionHeaders];
  return {
    async find(ctx: Context): Promise<void> {
      const place = developmentPlace(strapi, ctx);
      const namesRegion = queryText(ctx, 'with') === 'region';
      const { body, etag, regions } = await getConfigService(strapi).rendered({
        headers: ctx.request.headers,
        locale: askedLocale(ctx),
        namesRegion,
        ...place,
      });
      // Beside what the app's own middlewares have named already, as `strapi::compression` does: a shared cache would
      // otherwise give Brotli to a client that cannot read it.
      ctx.vary(vary);
      // What names the region is for its visitor alone.
      const cache = namesRegion ? 'private' : config.cacheControl;
      ctx.set('Cache-Control', place ? 'no-store' : CACHE[cache]);
      ctx.set('ETag', etag);
      ctx.set('Consent-Regions', regions);
      ctx.set('Last-Modified', optionsSince(strapi).toUTCString());
      ctx.status = 200;
      ctx.type = 'application/json';
      ctx.body = body;
      // The etag alone says what editors have changed, and the date what the options have.
      const copy = ctx.get('If-None-Match') && !isOlderThanOptions(strapi, ctx.get('If-Modified-Since'));
      if (copy && ctx.fresh) ctx.status = 304;
    },
  };
};

/** `?consent_jurisdiction=US-CA` tries out a place while developing; in production it is ignored. */
function developmentPlace(
  strapi: Core.Strapi,
  ctx: Context,
): { country: string; region: string | null } | null {
  const asked = queryText(ctx, 'consent_jurisdiction');
  const code = asked?.trim().toUpperCase() ?? '';
  const [country] = code.split('-');
  if (!country || strapi.config.get('environment') === 'production') return null;
  return { country, region: code.includes('-') ? code : null };
}
