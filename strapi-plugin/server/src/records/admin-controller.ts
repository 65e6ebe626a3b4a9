import { CONSENT_MODELS, CONSENT_SOURCES } from '@permesso/consent-core';
import { recordSubmissionSchema } from '@permesso/consent-core/schema';
import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { z } from 'zod';
import { plainText } from '../content/plain-text';
import { getEvidenceStore } from '../evidence';
import type { ConsentRecord } from '../evidence/record';
import { isRecordId } from '../evidence/record-id';
import type { RecordFilter } from '../evidence/store';
import { answerError } from '../http/answer-error';
import { errors } from '../http/errors';
import { BundleRefusal, type BundleSubject, bundleOf } from './bundle';
import { eraseConsent } from './erasure';
import { evidenceOf } from './evidence';
import { recordsAsCsv, recordsAsJson } from './export';
import { legalTextInForce } from './legal-texts';
import { linksAccounts } from './linking';

const date = z.iso
  .date()
  .or(z.iso.datetime({ offset: true }))
  .transform((text) => new Date(text));

/** Strict: a filter that is spelt wrong and passed over would list and export what nobody asked for. */
export const filterSchema = z.strictObject({
  consentId: plainText.toLowerCase().optional(),
  user: plainText.min(1).max(255).optional(),
  country: plainText.length(2).toUpperCase().optional(),
  locale: plainText.max(35).optional(),
  policyVersion: plainText.max(16).optional(),
  source: z.enum(CONSENT_SOURCES).optional(),
  model: z.enum(CONSENT_MODELS).optional(),
  from: date.optional(),
  to: date.optional(),
  category: plainText.min(1).max(50).optional(),
  granted: z.enum(['true', 'false']).default('true'),
});

const listSchema = filterSchema.extend({
  cursor: z.string().max(60).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});

const exportSchema = filterSchema.extend({ format: z.enum(['csv', 'json']).default('csv') });

/** One of them says whose evidence it is. */
const bundleSchema = z.strictObject({
  record: plainText.max(64).optional(),
  consentId: plainText.toLowerCase().pipe(recordSubmissionSchema.shape.consentId).optional(),
  account: plainText.min(1).max(255).optional(),
});

const erasureSchema = z.strictObject({ consentId: recordSubmissionSchema.shape.consentId });

/** What the list answers. */
export interface RecordList {
  docs: ConsentRecord[];
  /** Where the next page begins; null at the end. A page may hold fewer than asked for and still have a next. */
  nextCursor: string | null;
  /** New records name the account that was signed in, so that one can look for it. */
  linked: boolean;
}

interface Problem {
  path: string[];
  message: string;
}

/** @throws {errors.ValidationError} that names each wrong parameter, and those that there are for one that is none. */
function parse<Schema extends z.ZodObject>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.flatMap((issue) => problemsOf(issue, Object.keys(schema.shape)));
  const message = problems.map((one) => `${one.path.join('.')}: ${one.message}`).join('\n');
  throw new errors.ValidationError(message, { errors: problems });
}

function problemsOf(issue: z.core.$ZodIssue, known: readonly string[]): Problem[] {
  if (issue.code !== 'unrecognized_keys') return [{ path: issue.path.map(String), message: issue.message }];
  const message = `is not a parameter; there are ${known.join(', ')}`;
  return issue.keys.map((key) => ({ path: [key], message }));
}

function filterOf({ category, granted, ...rest }: z.output<typeof filterSchema>): RecordFilter {
  return { ...rest, category: category ? { key: category, granted: granted === 'true' } : undefined };
}

/** What the admin's records page asks for. The routes check the permissions. */
export function recordsAdminController({ strapi }: { strapi: Core.Strapi }) {
  return {
    async list(ctx: Context): Promise<void> {
      const { cursor, limit, ...filter } = parse(listSchema, ctx.query);
      if (cursor !== undefined && !isRecordId(cursor)) {
        throw new errors.ValidationError('cursor: begin again without it');
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
      const { format, ...filter } = parse(exportSchema, ctx.query);
      const day = new Date().toISOString().slice(0, 10);
      ctx.set('Cache-Control', 'no-store');
      ctx.attachment(`consent-records-${day}.${format}`);
      ctx.type = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json';
      const write = format === 'csv' ? recordsAsCsv : recordsAsJson;
      ctx.body = write(strapi, filterOf(filter));
    },

    async bundle(ctx: Context): Promise<void> {
      const subjects = Object.entries(parse(bundleSchema, ctx.query));
      const [subject, ...others] = subjects.filter(([, value]) => value !== undefined);
      if (!subject || others.length > 0) {
        throw new errors.ValidationError('Name one of record, consentId and account.');
      }
      try {
        const bundle = await bundleOf(strapi, { [subject[0]]: subject[1] } as unknown as BundleSubject);
        if (!bundle) throw new errors.NotFoundError('There are no consent records of that.');
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
      const { consentId } = parse(erasureSchema, Reflect.get(ctx.request, 'body'));
      const admin = ctx.state.user as { documentId?: string; id?: number } | undefined;
      const erasedBy = admin?.documentId ?? String(admin?.id ?? 'system');
      ctx.body = await eraseConsent(strapi, { consentId, erasedBy });
    },
  };
}
