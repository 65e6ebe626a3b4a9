import { CONSENT_MODELS, CONSENT_SOURCES } from '@permesso/consent-core';
import { recordSubmissionSchema } from '@permesso/consent-core/schema';
import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { z } from 'zod';
import { type Act, auditBefore } from '../audit/trail';
import { plainText } from '../content/plain-text';
import { getEvidenceStore } from '../evidence';
import { consentIdHash } from '../evidence/consent-id-hash';
import { isHeld } from '../evidence/holds';
import type { ConsentRecord } from '../evidence/record';
import { isRecordId } from '../evidence/record-id';
import type { RecordFilter } from '../evidence/store';
import { adminBody, administrator, nameOf } from '../http/admin';
import { answerError } from '../http/answer-error';
import { answerStream } from '../http/answer-stream';
import { errors } from '../http/errors';
import { invalidInput, invalidValue } from '../http/invalid-input';
import { dateParameter, parseParameters } from '../http/parameters';
import { RECORD_UID } from '../uids';
import { heldMessage, holdAsJson } from './admin-holds-controller';
import { BundleRefusal, type BundleSubject, bundleOf } from './bundle';
import { eraseConsent } from './erasure';
import { evidenceOf } from './evidence';
import { EXPORT_FORMATS, EXPORT_TYPES } from './export';
import { everyRecord } from './history';
import { legalTextInForce } from './legal-texts';
import { linksAccounts } from './linking';

/** Strict: a filter that is spelt wrong and passed over would list and export what nobody asked for. */
export const filterSchema = z.strictObject({
  consentId: plainText.toLowerCase().optional(),
  user: plainText.min(1).max(255).optional(),
  country: plainText.length(2).toUpperCase().optional(),
  locale: plainText.max(35).optional(),
  policyVersion: plainText.max(16).optional(),
  source: z.enum(CONSENT_SOURCES).optional(),
  model: z.enum(CONSENT_MODELS).optional(),
  from: dateParameter.optional(),
  to: dateParameter.optional(),
  category: plainText.min(1).max(50).optional(),
  granted: z.enum(['true', 'false']).default('true'),
  quarantined: z.enum(['too', 'only']).optional(),
});

const listSchema = filterSchema.extend({
  cursor: z.string().max(60).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});

export const exportSchema = filterSchema.extend({ format: z.enum(['csv', 'json']).default('csv') });

/** One of them says whose evidence it is. */
const bundleSchema = z.strictObject({
  record: plainText.max(64).optional(),
  consentId: plainText.toLowerCase().pipe(recordSubmissionSchema.shape.consentId).optional(),
  account: plainText.min(1).max(255).optional(),
});

const erasureSchema = z
  .strictObject({
    consentId: recordSubmissionSchema.shape.consentId.optional(),
    account: plainText.min(1).max(255).optional(),
  })
  .refine(({ consentId, account }) => (consentId === undefined) !== (account === undefined), {
    path: ['consentId'],
    message: 'name either a consent id or an account',
  });

/** What the list answers. */
export interface RecordList {
  docs: ConsentRecord[];
  /** Where the next page begins; null at the end. A page may hold fewer than asked for and still have a next. */
  nextCursor: string | null;
  /** New records name the account that was signed in, so that one can look for it. */
  linked: boolean;
}

export function filterOf({ category, granted, ...rest }: z.output<typeof filterSchema>): RecordFilter {
  return { ...rest, category: category ? { key: category, granted: granted === 'true' } : undefined };
}

/** What was exported, by its filter. Whose records were asked for is told by a hash: the trail outlives an erasure. */
export function exportAct(query: Record<string, unknown>): Act {
  const { consentId, ...asked } = query as Record<string, string | undefined>;
  const { user, account = user, ...named } = asked;
  const filter = { ...named, ...(account ? { account: consentIdHash(account) } : {}) };
  return {
    action: 'export',
    subject: { uid: RECORD_UID, id: consentId ? consentIdHash(consentId) : null, title: null, locale: null },
    changes: Object.entries(filter).map(([path, after]) => ({ path, before: null, after })),
  };
}

/** What the admin's records page asks for. The routes check the permissions. */
export function recordsAdminController({ strapi }: { strapi: Core.Strapi }) {
  return {
    async list(ctx: Context): Promise<void> {
      const { cursor, limit, ...filter } = parseParameters(listSchema, ctx.query);
      if (cursor !== undefined && !isRecordId(cursor)) {
        throw invalidInput([{ path: ['cursor'], message: 'begin again without it' }]);
      }
      const place = { after: cursor ?? null, limit };
      const { docs, next } = await getEvidenceStore(strapi).page(filterOf(filter), place);
      ctx.body = { docs, nextCursor: next, linked: await linksAccounts(strapi) } satisfies RecordList;
    },

    async evidence(ctx: Context): Promise<void> {
      const evidence = await evidenceOf(strapi, ctx.params.id);
      if (!evidence) throw new errors.NotFoundError('There is no consent record with this id.');
      ctx.body = evidence;
    },

    async legalText(ctx: Context): Promise<void> {
      const text = await legalTextInForce(strapi, ctx.params.id, ctx.params.hash);
      if (!text) throw new errors.NotFoundError('This record rests on no legal text of this hash.');
      ctx.body = text;
    },

    async export(ctx: Context): Promise<void> {
      const { format, ...filter } = parseParameters(exportSchema, ctx.query);
      await auditBefore(strapi, exportAct(ctx.query));
      const day = new Date().toISOString().slice(0, 10);
      ctx.set('Cache-Control', 'no-store');
      ctx.attachment(`consent-records-${day}.${format}`);
      ctx.type = EXPORT_TYPES[format];
      answerStream(ctx, EXPORT_FORMATS[format](everyRecord(strapi, filterOf(filter))));
    },

    async bundle(ctx: Context): Promise<void> {
      const subjects = Object.entries(parseParameters(bundleSchema, ctx.query));
      const [subject, ...others] = subjects.filter(([, value]) => value !== undefined);
      if (!subject || others.length > 0) {
        throw invalidValue([], 'Name one of record, consentId and account.');
      }
      try {
        const bundle = await bundleOf(strapi, { [subject[0]]: subject[1] } as unknown as BundleSubject);
        if (!bundle) throw new errors.NotFoundError('There are no consent records of that.');
        await auditBefore(strapi, exportAct({ format: 'bundle', ...ctx.query }));
        ctx.set('Cache-Control', 'no-store');
        ctx.attachment(`consent-evidence-${new Date().toISOString().slice(0, 10)}.zip`);
        ctx.type = 'application/zip';
        ctx.body = Buffer.from(bundle);
      } catch (error) {
        if (!(error instanceof BundleRefusal)) throw error;
        answerError(ctx, 409, 'ConflictError', error.message);
      }
    },

    async erase(ctx: Context): Promise<void> {
      const { consentId = '', account } = adminBody(erasureSchema, ctx);
      const subject = account === undefined ? { consentId } : { account };
      const admin = administrator(ctx);
      const by = { erasedBy: admin.documentId, erasedByName: nameOf(admin) };
      try {
        ctx.body = await eraseConsent(strapi, { ...subject, ...by });
      } catch (error) {
        if (!isHeld(error)) throw error;
        answerError(ctx, 409, 'ConflictError', heldMessage(error.holds), {
          holds: error.holds.map(holdAsJson),
        });
      }
    },
  };
}
