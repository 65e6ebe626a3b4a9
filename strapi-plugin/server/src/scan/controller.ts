import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { reportSchema, type ScanReport } from '../../../scan/report/schema';
import { HARMFUL } from '../../../scan/safe-text';
import { invalidInput, type Problem } from '../http/invalid-input';
import { takeReport } from './reports';

/** How many wrong places of a report are named. */
const NAMED = 20;

/** By so much, in ms, a clock may be ahead of this one, as those of visitors may (E5). */
const AHEAD = 5 * 60_000;

/** Of the site, as its column has it. */
const LONGEST_ORIGIN = 255;

export const scansController = ({ strapi }: { strapi: Core.Strapi }) => ({
  async create(ctx: Context): Promise<void> {
    const report = checkedReport(Reflect.get(ctx.request, 'body'));
    const { id, isNew, changes } = await takeReport(strapi, report, 'sent');
    ctx.status = isNew ? 201 : 200;
    ctx.body = { id, findings: changes };
  },
});

/** @throws {errors.ValidationError} that says what is wrong where. */
function checkedReport(body: unknown): ScanReport {
  const { data, error } = reportSchema.safeParse(withoutHarm(body));
  if (!data) throw wrong(error.issues);
  const problem = siteProblem(data) ?? timeProblem(data);
  if (problem) throw wrong([problem]);
  return data;
}

/** Without the characters that no text of a report needs, and that a database or a reader would stumble over. */
const withoutHarm = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body ?? null), (_name, value) =>
    typeof value === 'string' ? value.replace(HARMFUL, ' ') : value,
  );

function siteProblem({ site }: ScanReport): Problem | null {
  const url = URL.canParse(site) ? new URL(site) : null;
  const isSite = url !== null && /^https?:$/.test(url.protocol) && url.origin.length <= LONGEST_ORIGIN;
  return isSite ? null : { path: ['site'], message: 'must be the address of a site' };
}

/** A scan of tomorrow would be the latest one until then. */
function timeProblem({ startedAt, endedAt }: ScanReport): Problem | null {
  const [begun, ended] = [Date.parse(startedAt), Date.parse(endedAt)];
  if (ended < begun) return { path: ['endedAt'], message: 'must not be before startedAt' };
  if (ended <= Date.now() + AHEAD) return null;
  return { path: ['endedAt'], message: 'is in the future: check the clock of the machine that scans' };
}

function wrong(problems: readonly Problem[]): Error {
  const named = problems.slice(0, NAMED);
  const [first] = named;
  const message = `This is no report of a scan: ${first?.path.join('.') || 'the body'}: ${first?.message}`;
  return invalidInput(named, message);
}
