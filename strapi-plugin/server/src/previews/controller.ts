import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { z } from 'zod';
import { answerError } from '../http/answer-error';
import { errors } from '../http/errors';
import type { PreviewLink } from './link-token';
import { openLink } from './links';
import { previewedConfig, previewedPage, previewedPages, previewedSubprocessors } from './service';

/** What a site sends with each question: the token is in no address, and so in no log and no cache. */
export const previewBody = z.object({
  token: z.string().max(1000),
  locale: z.string().max(100).nullish(),
});

/**
 * `POST preview/…`: what would be published, to whoever has a link. Nothing is kept of it: no release, no snapshot, no cache.
 */
export const previewsController = ({ strapi }: { strapi: Core.Strapi }) => {
  /** Answers by the link of a request; 403 with the reason where there is none that holds. */
  async function answer(
    ctx: Context,
    find: (link: PreviewLink, locale: string | null) => Promise<object | null>,
  ): Promise<void> {
    ctx.set('Cache-Control', 'private, no-store');
    const parsed = previewBody.safeParse(Reflect.get(ctx.request, 'body'));
    if (!parsed.success) throw new errors.ValidationError('Send { token, locale } as JSON.');
    const link = await openLink(strapi, parsed.data.token);
    if ('refused' in link) return answerError(ctx, 403, 'ForbiddenError', link.refused);
    const found = await find(link, parsed.data.locale ?? null);
    if (!found) throw new errors.NotFoundError('There is nothing of this name, or it is turned off.');
    ctx.status = 200;
    ctx.body = found;
  }

  return {
    config: (ctx: Context) =>
      answer(ctx, (link, locale) => previewedConfig(strapi, link, { headers: ctx.request.headers, locale })),
    legal: (ctx: Context) =>
      answer(ctx, async (link, locale) => {
        const pages = await previewedPages(strapi, link, locale);
        return pages && { pages };
      }),
    legalPage: (ctx: Context) =>
      answer(ctx, (link, locale) =>
        previewedPage(strapi, link, (ctx.params as { slug: string }).slug, locale),
      ),
    subprocessors: (ctx: Context) =>
      answer(ctx, (link, locale) => previewedSubprocessors(strapi, link, locale)),
  };
};
