import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { z } from 'zod';
import { currentActor } from '../audit/actor';
import { plainText } from '../content/plain-text';
import { getEvidenceStore } from '../evidence';
import type { Quarantine, Sender } from '../evidence/quarantine';
import { adminBody } from '../http/admin';
import { NETWORK_TIERS } from '../http/client-network';
import { errors } from '../http/errors';
import { invalidInput } from '../http/invalid-input';
import { dateParameter, parseParameters } from '../http/parameters';
import { settlingOf } from './quarantine-settling';

/** A quarantine as JSON has it; moments as ISO 8601. */
export interface QuarantineEntry extends Omit<Quarantine, 'from' | 'to' | 'at'> {
  from: string;
  to: string;
  at: string;
}

/** What the admin shows of them. */
export interface QuarantineList {
  quarantines: QuarantineEntry[];
}

/** The networks that have sent most. */
export interface SenderList {
  senders: Sender[];
}

const reason = plainText.trim().min(1, 'say why').max(1000);

const placeSchema = z
  .strictObject({
    from: dateParameter,
    to: dateParameter,
    network: z
      .strictObject({
        tier: z.enum(NETWORK_TIERS),
        tag: z.string().regex(/^[0-9a-f]{64}$/, 'take it from the list of senders'),
      })
      .nullable()
      .default(null),
    reason,
  })
  .refine(({ from, to }) => from < to, { path: ['to'], message: 'must be after from' });

const liftSchema = z.strictObject({ reason });

const sendersSchema = z.strictObject({ from: dateParameter, to: dateParameter });

/** So many senders are shown. */
const SENDERS = 30;

export const quarantineAsJson = ({ from, to, at, ...quarantine }: Quarantine): QuarantineEntry => ({
  ...quarantine,
  from: from.toISOString(),
  to: to.toISOString(),
  at: at.toISOString(),
});

/** What the admin's records page asks for about what is set apart. The routes check the permissions. */
export function quarantinesController({ strapi }: { strapi: Core.Strapi }) {
  const quarantines = () => getEvidenceStore(strapi).quarantines;
  const list = async (): Promise<QuarantineList> => ({
    quarantines: (await quarantines().active()).map(quarantineAsJson),
  });
  return {
    async list(ctx: Context): Promise<void> {
      ctx.body = await list();
    },

    async senders(ctx: Context): Promise<void> {
      const span = parseParameters(sendersSchema, ctx.query);
      ctx.body = { senders: await quarantines().senders(span, SENDERS) } satisfies SenderList;
    },

    async place(ctx: Context): Promise<void> {
      const wanted = adminBody(placeSchema, ctx);
      const at = new Date();
      // What is still to come is nobody's to judge.
      const to = wanted.to < at ? wanted.to : at;
      if (wanted.from >= to) throw invalidInput([{ path: ['from'], message: 'must be in the past' }]);
      await quarantines().place({ ...wanted, to, actor: currentActor(strapi), at });
      await settlingOf(strapi).settleSoon();
      ctx.status = 201;
      ctx.body = await list();
    },

    async lift(ctx: Context): Promise<void> {
      const { reason } = adminBody(liftSchema, ctx);
      const by = { actor: currentActor(strapi), reason, at: new Date() };
      if (!(await quarantines().lift(String(ctx.params.id), by)))
        throw new errors.NotFoundError('There is no such quarantine, or it has been lifted.');
      await settlingOf(strapi).settleSoon();
      ctx.body = await list();
    },
  };
}
