import { CONSENT_MODELS, CONSENT_SOURCES, DEVICE_CLASSES } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { z } from 'zod';
import { plainText } from '../content/plain-text';
import { COUNT_DIMENSIONS } from '../evidence/decision-counts';
import { roleHolds } from '../http/admin-route';
import { csvOf } from '../http/csv';
import { invalidInput } from '../http/invalid-input';
import { parseParameters } from '../http/parameters';
import { pluginAction } from '../uids';
import {
  choosableReleases,
  type ReleaseMark,
  type StatisticsQuery,
  statisticsBy,
  statisticsOver,
} from './answers';
import { type Figures, NO_FIGURES } from './figures';
import { daysBetween, LONGEST, spanOf } from './span';

const querySchema = z.strictObject({
  from: z.iso.date(),
  to: z.iso.date(),
  country: z
    .string()
    .regex(/^([A-Z]{2}|other)?$/, 'use an ISO 3166-1 code, such as DE')
    .optional(),
  model: z.enum(CONSENT_MODELS).optional(),
  language: z
    .string()
    .regex(/^([a-z]{2,3}|other)?$/, 'use an ISO 639 code, such as de')
    .optional(),
  source: z.enum(CONSENT_SOURCES).optional(),
  device: z.enum(DEVICE_CLASSES).optional(),
  release: plainText.max(64).optional(),
});

const exportSchema = querySchema.extend({ by: z.enum(['time', ...COUNT_DIMENSIONS]).default('time') });

const dimensionSchema = z.object({ dimension: z.enum(COUNT_DIMENSIONS) });

/** What the filters can be set to beside what there is anyway. */
export interface StatisticsValues {
  countries: string[];
  languages: string[];
  /** Also those of other times, the newest first. */
  releases: ReleaseMark[];
}

/** What the admin's page of the statistics asks for. The routes check the permission. */
export const statisticsController = ({ strapi }: { strapi: Core.Strapi }) => ({
  async find(ctx: Context): Promise<void> {
    const statistics = await statisticsOver(strapi, queryOf(parseParameters(querySchema, ctx.query)));
    const mayRead = roleHolds(ctx, pluginAction('scans.read'));
    const findings = statistics.findings.map((day) => (mayRead ? day : { ...day, messages: [] }));
    ctx.body = { ...statistics, findings, releases: marksFor(ctx, statistics.releases) };
  },

  async by(ctx: Context): Promise<void> {
    const { dimension } = parseParameters(dimensionSchema, ctx.params);
    ctx.body = await statisticsBy(strapi, queryOf(parseParameters(querySchema, ctx.query)), dimension);
  },

  async values(ctx: Context): Promise<void> {
    const span = queryOf(parseParameters(querySchema, ctx.query));
    const keysOf = async (by: 'country' | 'language') =>
      (await statisticsBy(strapi, { ...span, filter: {} }, by)).rows.map(({ key }) => key).filter(Boolean);
    ctx.body = {
      countries: await keysOf('country'),
      languages: await keysOf('language'),
      releases: marksFor(ctx, await choosableReleases(strapi, spanOf(span.from, span.to))),
    } satisfies StatisticsValues;
  },

  async export(ctx: Context): Promise<void> {
    const { by, ...asked } = parseParameters(exportSchema, ctx.query);
    const query = queryOf(asked);
    const lines =
      by === 'time'
        ? (await statisticsOver(strapi, query)).periods.map(({ date, ...of }) => lineOf('date', date, of))
        : (await statisticsBy(strapi, query, by)).rows.map(({ key, ...of }) => lineOf(by, key, of));
    const columns = [
      ...new Set([
        ...Object.keys(lineOf(by === 'time' ? 'date' : by, '', NO_FIGURES)),
        ...lines.flatMap(Object.keys),
      ]),
    ];
    ctx.set('Cache-Control', 'no-store');
    const { from, to } = spanOf(query.from, query.to);
    ctx.attachment(`consent-statistics-${from}-${to}.csv`);
    ctx.type = 'text/csv; charset=utf-8';
    ctx.body = csvOf(
      columns,
      (async function* () {
        yield* lines;
      })(),
    );
  },
});

function lineOf(
  name: string,
  key: string,
  { categories, services, ...figures }: Figures,
): Record<string, string> {
  const columns = (subject: string, said: object) =>
    Object.entries(said).map(([what, n]) => [`${subject} ${what}`, String(n)]);
  return Object.fromEntries([
    [name, key],
    ...Object.entries(figures).map(([figure, n]) => [figure, String(n)]),
    ...Object.entries(categories).flatMap(([category, said]) => columns(category, said)),
    ...Object.entries(services).flatMap(([service, said]) => columns(`service ${service}`, said)),
  ]);
}

/** @throws {errors.ValidationError} where the span is none, or too long. */
function queryOf({ from, to, ...filter }: z.output<typeof querySchema>): StatisticsQuery {
  const days = daysBetween(from, to);
  if (days < 1) throw wrongEnd('give a day that is not before from');
  if (days > LONGEST) throw wrongEnd(`at most ${LONGEST} days are told at once`);
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  return { from, to, filter: Object.fromEntries(given) };
}

const wrongEnd = (message: string): Error => invalidInput([{ path: ['to'], message }]);

/** What editors wrote of a release is for those who may read releases. */
const marksFor = (ctx: Context, marks: readonly ReleaseMark[]): ReleaseMark[] =>
  roleHolds(ctx, pluginAction('releases.read')) ? [...marks] : marks.map((mark) => ({ ...mark, note: null }));
