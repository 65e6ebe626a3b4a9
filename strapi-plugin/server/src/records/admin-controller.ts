import { recordSubmissionSchema } from '@permesso/consent-core/schema';
import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { z } from 'zod';
import { errors } from '../http/errors';
import { decodeCursor } from './cursor';
import { eraseConsent } from './erasure';
import { evidenceOf } from './evidence';
import { recordsAsCsv, recordsAsJson } from './export';
import { listRecords, type RecordFilter } from './history';

const date = z.iso
  .date()
  .or(z.iso.datetime({ offset: true }))
  .transform((text) => new Date(text));

/** PostgreSQL refuses NUL even in a comparison. */
const text = z.string().regex(/^[^\0]*$/, 'must not hold a NUL character');

const filterSchema = z.object({
  consentId: text.toLowerCase().optional(),
  country: text.length(2).toUpperCase().optional(),
  locale: text.max(35).optional(),
  policyVersion: text.max(16).optional(),
  source: z.enum(['banner', 'preferences', 'api', 'gpc', 'withdraw', 'implicit']).optional(),
  model: z.enum(['opt-in', 'opt-out', 'notice', 'none']).optional(),
  from: date.optional(),
  to: date.optional(),
  category: text.max(50).optional(),
  granted: z.enum(['true', 'false']).default('true'),
});

const listSchema = filterSchema.extend({
  cursor: z.string().max(60).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});

const exportSchema = filterSchema.extend({ format: z.enum(['csv', 'json']).default('csv') });

const erasureSchema = z.strictObject({ consentId: recordSubmissionSchema.shape.consentId });

/** @throws {errors.ValidationError} that names each wrong parameter. */
function parse<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => ({ path: path.map(String), message }));
  throw new errors.ValidationError(problems[0]?.message ?? 'Not valid', { errors: problems });
}

function filterOf({ category, granted, ...rest }: z.output<typeof filterSchema>): RecordFilter {
  return { ...rest, category: category ? { key: category, granted: granted === 'true' } : undefined };
}

/** What the admin's records page asks for. The routes check the permissions. */
export function recordsAdminController({ strapi }: { strapi: Core.Strapi }) {
  return {
    async list(ctx: Context): Promise<void> {
      const { cursor, limit, ...filter } = parse(listSchema, ctx.query);
      const place = cursor === undefined ? null : decodeCursor(cursor);
      if (cursor !== undefined && !place) throw new errors.ValidationError('cursor: begin again without it');
      ctx.body = await listRecords(strapi, filterOf(filter), { cursor: place, limit });
    },

    async evidence(ctx: Context): Promise<void> {
      const evidence = await evidenceOf(strapi, ctx.params.id);
      if (!evidence) throw new errors.NotFoundError('There is no consent record with this id.');
      ctx.body = evidence;
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

    async erase(ctx: Context): Promise<void> {
      const { consentId } = parse(erasureSchema, Reflect.get(ctx.request, 'body'));
      const admin = ctx.state.user as { documentId?: string; id?: number } | undefined;
      const erasedBy = admin?.documentId ?? String(admin?.id ?? 'system');
      ctx.body = await eraseConsent(strapi, { consentId, erasedBy });
    },
  };
}
