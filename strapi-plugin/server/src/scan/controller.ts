import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { reportSchema, type ScanReport } from '../../../scan/report/schema';
import { NUL_REFUSED, pathOfNul } from '../catalogue/field-rules';
import { errors } from '../http/errors';
import { takeReport } from './reports';

/** How many wrong places of a report are named. */
const NAMED = 20;

export const scansController = ({ strapi }: { strapi: Core.Strapi }) => ({
  async create(ctx: Context): Promise<void> {
    const report = reportIn(Reflect.get(ctx.request, 'body'));
    const { id, isNew, changes } = await takeReport(strapi, report, 'sent');
    ctx.status = isNew ? 201 : 200;
    ctx.body = { id, findings: changes };
  },
});

/** @throws {errors.ValidationError} that says what is wrong where. */
function reportIn(body: unknown): ScanReport {
  const { data, error } = reportSchema.safeParse(body);
  if (!data) throw wrong(error.issues.map(({ path, message }) => ({ path: path.map(String), message })));
  const nul = pathOfNul(data)?.map(String);
  if (nul) throw wrong([{ path: nul, message: NUL_REFUSED }]);
  if (!URL.canParse(data.site)) throw wrong([{ path: ['site'], message: 'must be the address of a site' }]);
  return data;
}

function wrong(problems: { path: string[]; message: string }[]): Error {
  const named = problems.slice(0, NAMED);
  const [first] = named;
  const message = `This is no report of a scan: ${first?.path.join('.') || 'the body'}: ${first?.message}`;
  return new errors.ValidationError(message, { errors: named });
}
