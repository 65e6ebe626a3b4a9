import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { z } from 'zod';
import { answerError } from '../http/answer-error';
import { errors } from '../http/errors';
import { parseInput } from '../http/invalid-input';
import { openLink } from './links';
import {
  type Preview,
  previewedConfig,
  previewedPage,
  previewedPages,
  previewedSubprocessors,
} from './service';
import { shownContent } from './shown-content';

/** What a site sends with each question: the token is in no address, and so in no log and no cache. */
export const previewBody = z.object({
  token: z.string().max(1000),
  locale: z.string().max(100).nullish(),
});

const GONE = 'What this link showed is no longer planned: it was published or withdrawn.';

/**
 * `POST preview/…`: what a link shows, to whoever has it. Nothing is kept of it: no release, no snapshot, no cache.
 */
export const previewsController = ({ strapi }: { strapi: Core.Strapi }) => {
  /** Answers by the link of a request; 403 with the reason where there is none that holds. */
  async function answer(
    ctx: Context,
    find: (preview: Preview, locale: string | null) => Promise<object | null>,
  ): Promise<void> {
    ctx.set('Cache-Control', 'private, no-store');
    const { token, locale } = parseInput(previewBody, Reflect.get(ctx.request, 'body') ?? {});
    const link = await openLink(strapi, token);
    if ('refused' in link) return answerError(ctx, 403, 'ForbiddenError', link.refused);
    const published = await shownContent(strapi, link.shows);
    if (!published) return answerError(ctx, 403, 'ForbiddenError', GONE);
    const found = await find({ link, published }, locale ?? null);
    if (!found) throw new errors.NotFoundError('There is nothing of this name, or it is turned off.');
    ctx.status = 200;
    ctx.body = found;
  }

  return {
    config: (ctx: Context) =>
      answer(ctx, (preview, locale) =>
        previewedConfig(strapi, preview, { headers: ctx.request.headers, locale }),
      ),
    legal: (ctx: Context) =>
      answer(ctx, async (preview, locale) => {
        const pages = await previewedPages(strapi, preview, locale);
        return pages && { pages };
      }),
    legalPage: (ctx: Context) =>
      answer(ctx, (preview, locale) =>
        previewedPage(strapi, preview, (ctx.params as { slug: string }).slug, locale),
      ),
    subprocessors: (ctx: Context) =>
      answer(ctx, (preview, locale) => previewedSubprocessors(strapi, preview, locale)),
  };
};
