import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { z } from 'zod';
import { plainText } from '../content/plain-text';
import { getEvidenceStore } from '../evidence';
import { AUDIT_ACTIONS, type AuditEntry, type AuditFilter } from '../evidence/audit';
import { isRecordId } from '../evidence/record-id';
import { errors } from '../http/errors';
import { invalidInput } from '../http/invalid-input';
import { dateParameter, parseParameters } from '../http/parameters';
import { AUDIT_UID } from '../uids';
import { trailAsCsv } from './export';
import { auditBefore } from './trail';

const filterSchema = z.strictObject({
  action: z.enum(AUDIT_ACTIONS).optional(),
  actor: plainText.min(1).max(255).optional(),
  uid: plainText.min(1).max(255).optional(),
  subject: plainText.min(1).max(64).optional(),
  from: dateParameter.optional(),
  to: dateParameter.optional(),
});

const listSchema = filterSchema.extend({
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

  async export(ctx: Context): Promise<void> {
    const filter: AuditFilter = parseParameters(filterSchema, ctx.query);
    const changes = Object.entries(ctx.query).map(([path, after]) => ({ path, before: null, after }));
    const subject = { uid: AUDIT_UID, id: null, title: null, locale: null };
    await auditBefore(strapi, { action: 'export', subject, changes });
    ctx.set('Cache-Control', 'no-store');
    ctx.attachment(`consent-audit-trail-${new Date().toISOString().slice(0, 10)}.csv`);
    ctx.type = 'text/csv; charset=utf-8';
    ctx.body = trailAsCsv(strapi, filter);
  },
});
