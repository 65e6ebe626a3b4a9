import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { z } from 'zod';
import { plainText } from '../content/plain-text';
import { getEvidenceStore } from '../evidence';
import { AUDIT_ACTIONS, type AuditEntry } from '../evidence/audit';
import { isRecordId } from '../evidence/record-id';
import { errors } from '../http/errors';
import { invalidInput } from '../http/invalid-input';
import { dateParameter, parseParameters } from '../http/parameters';

/** What the trail can be narrowed to, in the words of an address. */
export const trailFilterSchema = z.strictObject({
  action: z.enum(AUDIT_ACTIONS).optional(),
  actor: plainText.min(1).max(255).optional(),
  uid: plainText.min(1).max(255).optional(),
  subject: plainText.min(1).max(64).optional(),
  from: dateParameter.optional(),
  to: dateParameter.optional(),
});

const listSchema = trailFilterSchema.extend({
  cursor: z.string().max(60).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});

/** An entry as JSON has it. */
export type AuditDetails = Omit<AuditEntry, 'at'> & { at: string };

/** What a list says of an entry: which values are different, but not which they were and are. */
export type AuditListed = Omit<AuditDetails, 'changes'> & { changed: string[] };

/** What the list answers, newest first. */
export interface AuditList {
  docs: AuditListed[];
  /** Where the next page begins; null at the end. */
  nextCursor: string | null;
}

const detailsOf = (entry: AuditEntry): AuditDetails => ({ ...entry, at: entry.at.toISOString() });

function listed(entry: AuditEntry): AuditListed {
  const { changes, ...rest } = detailsOf(entry);
  return { ...rest, changed: changes.map(({ path }) => path) };
}

/** What the admin's page of the trail asks for. The routes check the permissions. */
export const auditController = ({ strapi }: { strapi: Core.Strapi }) => ({
  async list(ctx: Context): Promise<void> {
    const { cursor, limit, ...filter } = parseParameters(listSchema, ctx.query);
    if (cursor !== undefined && !isRecordId(cursor)) {
      throw invalidInput([{ path: ['cursor'], message: 'begin again without it' }]);
    }
    const place = { after: cursor ?? null, limit };
    const { entries, next } = await getEvidenceStore(strapi).audit.page(filter, place);
    ctx.body = { docs: entries.map(listed), nextCursor: next } satisfies AuditList;
  },

  async find(ctx: Context): Promise<void> {
    const entry = await getEvidenceStore(strapi).audit.byId(String(ctx.params.id));
    if (!entry) throw new errors.NotFoundError('There is no entry of the audit trail with this id.');
    ctx.body = detailsOf(entry);
  },
});
