import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { z } from 'zod';
import { plainText } from '../content/plain-text';
import { adminBody } from '../http/admin';
import { answerError } from '../http/answer-error';
import { actOnRetention, retentionView } from './retention-state';

const actSchema = z.strictObject({
  act: z.enum(['confirm', 'withhold']),
  months: z.number().int(),
  reason: plainText.trim().min(1, 'say why').max(1000),
});

/** What the admin asks for about the retention. The routes check the permissions. */
export const retentionController = ({ strapi }: { strapi: Core.Strapi }) => ({
  async find(ctx: Context): Promise<void> {
    ctx.body = await retentionView(strapi);
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
