import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { z } from 'zod';
import { plainText } from '../content/plain-text';
import { adminBody } from '../http/admin';
import { answerError } from '../http/answer-error';
import { parseParameters } from '../http/parameters';
import { actOnRetention, retentionView, shorterRetention } from './retention-state';

const actSchema = z.strictObject({
  act: z.enum(['confirm', 'withhold']),
  months: z.number().int(),
  reason: plainText.trim().min(1, 'say why').max(1000),
});

const shorterSchema = z.strictObject({ months: z.coerce.number().int().min(1).max(240) });

/** What the admin asks for about the retention. The routes check the permissions. */
export const retentionController = ({ strapi }: { strapi: Core.Strapi }) => ({
  async find(ctx: Context): Promise<void> {
    ctx.body = await retentionView(strapi);
  },

  /** What a lower number in the settings would delete, before it is saved. */
  async shorter(ctx: Context): Promise<void> {
    const { months } = parseParameters(shorterSchema, ctx.query);
    ctx.body = await shorterRetention(strapi, months);
  },

  async act(ctx: Context): Promise<void> {
    const done = await actOnRetention(strapi, adminBody(actSchema, ctx));
    if (done) ctx.body = await retentionView(strapi);
    else
      answerError(ctx, 409, 'ConflictError', 'The retention has been changed meanwhile; look at it again.', {
        retention: await retentionView(strapi),
      });
  },
});
