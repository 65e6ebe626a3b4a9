import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { z } from 'zod';
import type { ScanReport } from '../../../scan/report/schema';
import { SEVERITIES } from '../../../scan/rules/rule';
import { addFromPreset, additionSchema, addUnknown } from '../catalogue/addition';
import { readLocales } from '../content/locales';
import { plainText } from '../content/plain-text';
import { adminBody, contentChecker, forbid } from '../http/admin';
import { errors } from '../http/errors';
import { dateParameter, parseParameters } from '../http/parameters';
import { getPluginOptions } from '../options';
import { UIDS } from '../uids';
import { getVersionsService } from '../versions/service';
import { type SeenTracker, seenTracker } from './declaration';
import { type Finding, readFinding, readFindings } from './findings';
import { type Run, readRun, readRuns } from './reports';
import { scanNow } from './schedule';
import { reopen, settle } from './settling';
import { isTurnTaken } from './turn';
import { FINDING_STATES, LONGEST_IGNORED_DAYS } from './values';

/** What JSON makes of moments. */
type Told<T> = {
  [Name in keyof T]: Extract<T[Name], Date> extends never ? T[Name] : Exclude<T[Name], Date> | string;
};

/** A finding as a list has it. */
export type ListedFinding = Told<Omit<Finding, 'reported'>>;

export interface FindingList {
  docs: ListedFinding[];
  /** How many there are in all. */
  found: number;
  /** Where the next page begins; null at the end. */
  nextCursor: string | null;
  /** What a list can be narrowed to: of all findings, whatever this list is narrowed to. */
  rules: string[];
  sites: string[];
  /** Addresses of pages that have findings. */
  pages: string[];
}

/** A finding with all that an editor needs to settle it. */
export interface FindingDetails {
  finding: Told<Finding>;
  /** Pictures that its evidence names. */
  screenshots: ScanReport['screenshots'];
  /** What can be declared; null where there is nothing. */
  seen: SeenTracker | null;
  /** The declared tracker that it is about; null where it is about none. */
  tracker: { documentId: string; name: string; category: string | null } | null;
  categories: { key: string; label: string }[];
}

export interface RunList {
  runs: Told<Run>[];
  /** The site that this CMS scans by itself; null where the option names none. */
  url: string | null;
  /** A scan is under way, or has just been made. */
  busy: boolean;
}

export interface RunDetails {
  run: Told<Run>;
  /** Null where it is no longer kept. */
  report: ScanReport | null;
}

const listSchema = z.strictObject({
  state: z.enum([...FINDING_STATES, 'any']).default('open'),
  severity: z.enum(SEVERITIES).optional(),
  rule: plainText.max(4).optional(),
  site: plainText.max(1000).optional(),
  page: plainText.max(1000).optional(),
  cursor: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});

const reason = plainText.trim().max(1000);

const ignoreSchema = z.strictObject({
  reason: reason.min(1, 'say why'),
  until: dateParameter.refine(
    isInReach,
    `must be in the future, and at most ${LONGEST_IGNORED_DAYS} days ahead`,
  ),
});

const fixSchema = z.strictObject({ reason: reason.optional() });

const moveSchema = z.strictObject({ category: plainText.min(1).max(50) });

/** From the catalogue, or as it was seen, under a name. */
const declareSchema = z.union([
  additionSchema.omit({ enabled: true }),
  z.strictObject({
    name: plainText.trim().min(1, 'is required').max(255),
    vendor: plainText.trim().max(255).optional(),
    category: plainText.min(1).max(50),
  }),
]);

/** So many runs are listed. */
const SHOWN_RUNS = 60;
/** So many pages are offered to narrow a list to. */
const SHOWN_PAGES = 200;

const DAY = 86_400_000;

/** What the admin's page Scanner asks for. The routes check the permissions. */
export function scansAdminController({ strapi }: { strapi: Core.Strapi }) {
  const wanted = async (ctx: Context): Promise<Finding> => {
    const finding = await readFinding(strapi, String(ctx.params.id));
    if (!finding) throw new errors.NotFoundError('There is no finding with this id.');
    return finding;
  };
  const answer = async (ctx: Context, finding: Finding | null): Promise<void> => {
    if (finding) ctx.body = await detailsOf(strapi, finding);
  };
  return {
    async findings(ctx: Context): Promise<void> {
      const { cursor, limit, page, ...filter } = parseParameters(listSchema, ctx.query);
      const all = await readFindings(strapi, {});
      const fitting = all.filter((finding) => fits(finding, filter, page));
      const end = cursor + limit;
      ctx.body = {
        docs: fitting.slice(cursor, end).map(({ reported: _evidence, ...finding }) => asJson(finding)),
        found: fitting.length,
        nextCursor: end < fitting.length ? String(end) : null,
        rules: sorted(all.map(({ rule }) => rule)),
        sites: sorted(all.map(({ site }) => site)),
        pages: sorted(all.flatMap(({ reported }) => reported.pages)).slice(0, SHOWN_PAGES),
      } satisfies FindingList;
    },

    async finding(ctx: Context): Promise<void> {
      await answer(ctx, await wanted(ctx));
    },

    async declare(ctx: Context): Promise<void> {
      const finding = await wanted(ctx);
      const declaration = adminBody(declareSchema, ctx);
      const { seen } = await detailsOf(strapi, finding);
      if (!seen)
        throw new errors.ApplicationError('There is nothing to declare: it is about something else.');
      let documentId: string | null = null;
      const settled = await settle(strapi, finding, { settlement: 'declare' }, async () => {
        // Switched off: it is for an editor to look at it, and to switch it on.
        documentId =
          'preset' in declaration
            ? await addFromPreset(strapi, ctx, { ...declaration, enabled: false })
            : await addUnknown(strapi, ctx, asTracker(declaration, seen));
        return documentId !== null;
      });
      if (!settled || documentId === null) return;
      ctx.status = 201;
      ctx.body = { documentId };
    },

    async move(ctx: Context): Promise<void> {
      const finding = await wanted(ctx);
      const { category } = adminBody(moveSchema, ctx);
      const { tracker } = await detailsOf(strapi, finding);
      if (!tracker) throw new errors.ApplicationError('It is about no tracker that is declared.');
      const target = await categoryWith(strapi, category);
      if (!mayMove(strapi, ctx)) return;
      const changes = [{ path: 'shared.category', before: tracker.category, after: category }];
      const settled = await settle(strapi, finding, { settlement: 'move', changes }, async () => {
        const { default: locale } = await readLocales(strapi);
        const data: Record<string, unknown> = { category: target };
        await strapi.documents(UIDS.tracker).update({ documentId: tracker.documentId, locale, data });
        return true;
      });
      await answer(ctx, settled);
    },

    async ignore(ctx: Context): Promise<void> {
      const finding = await wanted(ctx);
      const { reason, until } = adminBody(ignoreSchema, ctx);
      await answer(ctx, await settle(strapi, finding, { settlement: 'ignore', reason, until }));
    },

    async fix(ctx: Context): Promise<void> {
      const finding = await wanted(ctx);
      const { reason } = adminBody(fixSchema, ctx);
      await answer(ctx, await settle(strapi, finding, { settlement: 'fix', reason }));
    },

    async reopen(ctx: Context): Promise<void> {
      await answer(ctx, await reopen(strapi, await wanted(ctx)));
    },

    async runs(ctx: Context): Promise<void> {
      ctx.body = await runList(strapi);
    },

    async scan(ctx: Context): Promise<void> {
      if (!getPluginOptions(strapi).scan.url) {
        throw new errors.ApplicationError('This CMS has no site to scan: name it in the option scan.url.');
      }
      if (!(await scanNow(strapi))) {
        throw new errors.ApplicationError(
          'A scan is under way, or has just been made: try again in some minutes.',
        );
      }
      ctx.status = 202;
      ctx.body = await runList(strapi);
    },

    async run(ctx: Context): Promise<void> {
      const found = await readRun(strapi, { documentId: String(ctx.params.id) });
      if (!found) throw new errors.NotFoundError('There is no scan with this id.');
      ctx.body = { run: asJson(found.run), report: found.report } satisfies RunDetails;
    },
  };
}

async function runList(strapi: Core.Strapi): Promise<RunList> {
  return {
    runs: (await readRuns(strapi, SHOWN_RUNS)).map(asJson),
    url: getPluginOptions(strapi).scan.url ?? null,
    busy: await isTurnTaken(strapi),
  };
}

type Filter = Pick<z.output<typeof listSchema>, 'state' | 'severity' | 'rule' | 'site'>;

const fits = (finding: Finding, { state, ...filter }: Filter, page: string | undefined): boolean =>
  (state === 'any' || finding.state === state) &&
  (Object.entries(filter) as [keyof Omit<Filter, 'state'>, string | undefined][]).every(
    ([name, value]) => value === undefined || finding[name] === value,
  ) &&
  (page === undefined || finding.reported.pages.includes(page));

async function detailsOf(strapi: Core.Strapi, finding: Finding): Promise<FindingDetails> {
  const { reported, lastRun } = finding;
  const report = (await readRun(strapi, { reportId: lastRun }))?.report ?? null;
  const { content } = await getVersionsService(strapi).published();
  const named = new Set(reported.evidence.map(({ screenshot }) => screenshot));
  return {
    finding: asJson(finding),
    screenshots: report?.screenshots.filter(({ name }) => named.has(name)) ?? [],
    seen: seenTracker(reported, report, content.locales.default),
    tracker: declaredTracker(content.trackers, reported, report),
    categories: content.categories.map(({ shared }) => ({
      key: shared.key,
      label: shared.label || shared.key,
    })),
  };
}

type Trackers = Awaited<
  ReturnType<ReturnType<typeof getVersionsService>['published']>
>['content']['trackers'];

/** The tracker that the finding names itself, or that the report found its subject to belong to. */
function declaredTracker(
  trackers: Trackers,
  { subject }: Finding['reported'],
  report: ScanReport | null,
): FindingDetails['tracker'] {
  const inReport = report?.inventory.find(({ kind, name }) => kind === subject.kind && name === subject.name);
  const name = subject.kind === 'tracker' ? subject.name : inReport?.declared;
  const tracker = trackers.find(({ shared }) => shared.name === name);
  if (!tracker) return null;
  const { documentId, shared } = tracker;
  return { documentId, name: shared.name, category: shared.category?.key ?? null };
}

const asTracker = (
  { name, vendor, category }: { name: string; vendor?: string | undefined; category: string },
  { hosts, cookies }: SeenTracker,
) => ({
  name,
  categoryKey: category,
  // How it loads is not known; what it stores and whom it contacts is.
  kind: 'cookie-only' as const,
  ...(vendor ? { vendor } : {}),
  hosts,
  cookies,
});

async function categoryWith(strapi: Core.Strapi, key: string): Promise<string> {
  const category = await strapi.db.query(UIDS.category).findOne({ where: { key }, select: ['documentId'] });
  if (category) return category.documentId;
  const message = `There is no category "${key}"`;
  throw new errors.ValidationError(message, { errors: [{ path: ['category'], message }] });
}

/** Whether the role may change the category of a tracker; else the 403 has been answered. */
function mayMove(strapi: Core.Strapi, ctx: Context): boolean {
  const { can } = contentChecker(strapi, ctx, UIDS.tracker);
  return (
    can.update(undefined, 'category') || forbid(ctx, 'Your role may not change the category of a tracker')
  );
}

function isInReach(until: Date): boolean {
  const ahead = until.getTime() - Date.now();
  return ahead > 0 && ahead <= LONGEST_IGNORED_DAYS * DAY;
}

/** As JSON makes it anyway, so that the types say so. */
const asJson = <T extends object>(value: T): Told<T> =>
  Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, one instanceof Date ? one.toISOString() : one]),
  ) as Told<T>;

const sorted = (texts: string[]): string[] => [...new Set(texts)].sort();
