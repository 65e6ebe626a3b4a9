import { recordSubmissionSchema } from '@permesso/consent-core/schema';
import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { z } from 'zod';
import { currentActor } from '../audit/actor';
import { plainText } from '../content/plain-text';
import { getEvidenceStore } from '../evidence';
import type { Hold } from '../evidence/holds';
import { adminBody } from '../http/admin';
import { errors } from '../http/errors';
import { dateParameter } from '../http/parameters';

/** A hold as JSON has it; moments as ISO 8601. */
export interface HoldEntry extends Omit<Hold, 'from' | 'to' | 'at'> {
  from: string | null;
  to: string | null;
  at: string;
}

const reason = plainText.trim().min(1, 'say why').max(1000);

const placeSchema = z
  .strictObject({
    consentId: recordSubmissionSchema.shape.consentId.optional(),
    from: dateParameter.optional(),
    to: dateParameter.optional(),
    reason,
  })
  .refine(({ consentId, from, to }) => (consentId === undefined) === Boolean(from || to), {
    path: ['consentId'],
    message: 'name either a consent id, or a span of time by from, to or both',
  })
  .refine(({ from, to }) => !from || !to || from < to, { path: ['to'], message: 'must be after from' });

const liftSchema = z.strictObject({ reason });

export const holdAsJson = ({ from, to, at, ...hold }: Hold): HoldEntry => ({
  ...hold,
  from: from?.toISOString() ?? null,
  to: to?.toISOString() ?? null,
  at: at.toISOString(),
});

/** Why an erasure is refused, and what to do about it. */
export const heldMessage = (holds: readonly Hold[]): string =>
  `A legal hold keeps these records: ${holds
    .map((hold) => `"${hold.reason}", placed on ${hold.at.toISOString().slice(0, 10)} by ${hold.actor.name}`)
    .join('; ')}. They can be erased when it has been lifted.`;

/** What the admin's records page asks for about legal holds. The routes check the permissions. */
export function holdsController({ strapi }: { strapi: Core.Strapi }) {
  const list = async () => ({ holds: (await getEvidenceStore(strapi).holds.active()).map(holdAsJson) });
  return {
    async list(ctx: Context): Promise<void> {
      ctx.body = await list();
    },

    async place(ctx: Context): Promise<void> {
      const { consentId = null, from = null, to = null, reason } = adminBody(placeSchema, ctx);
      const hold = { consentId, from, to, reason, actor: currentActor(strapi), at: new Date() };
      await getEvidenceStore(strapi).holds.place(hold);
      ctx.status = 201;
      ctx.body = await list();
    },

    async lift(ctx: Context): Promise<void> {
      const { reason } = adminBody(liftSchema, ctx);
      const by = { actor: currentActor(strapi), reason, at: new Date() };
      const lifted = await getEvidenceStore(strapi).holds.lift(String(ctx.params.id), by);
      if (!lifted) throw new errors.NotFoundError('There is no such legal hold, or it has been lifted.');
      ctx.body = await list();
    },
  };
}
