import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { z } from 'zod';
import { SEVERITIES } from '../../../scan/rules/rule';
import { type Added, addFromPreset, additionSchema, addUnknown } from '../catalogue/addition';
import { plainText } from '../content/plain-text';
import { adminBody, forbid } from '../http/admin';
import { errors } from '../http/errors';
import { parseParameters } from '../http/parameters';
import { type AsJson, asJson } from './as-json';
import type { SeenTracker } from './declaration';
import { detailsOf } from './finding-details';
import { type Finding, readFinding, readFindings } from './findings';
import { moveTracker } from './moving';
import { reopenFinding, settleFinding } from './settling';
import { FINDING_STATES, LONGEST_IGNORED_DAYS } from './values';

/** A finding as a list has it. */
export type ListedFinding = AsJson<Omit<Finding, 'reported' | 'models'>>;

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

/** A moment, as the day that somebody picks ends where they are. */
const until = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .refine(isInReach, `must be in the future, and at most ${LONGEST_IGNORED_DAYS} days ahead`);

const ignoreSchema = z.strictObject({ reason: reason.min(1, 'say why'), until });

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

/** More are not looked through at once. */
const MOST = 5000;
/** So many pages are offered to narrow a list to. */
const SHOWN_PAGES = 200;

const DAY = 86_400_000;

/** What the admin's page Scanner asks about findings. The routes check the permissions. */
export function scanFindingsController({ strapi }: { strapi: Core.Strapi }) {
  const wanted = async (ctx: Context): Promise<Finding> => {
    const finding = await readFinding(strapi, String(ctx.params.id));
    if (!finding) throw new errors.NotFoundError('There is no finding with this id.');
    return finding;
  };
  const answer = async (ctx: Context, finding: Finding | null): Promise<void> => {
    if (finding) ctx.body = await detailsOf(strapi, finding);
  };
  return {
    async list(ctx: Context): Promise<void> {
      const query = parseParameters(listSchema, ctx.query);
      ctx.body = pageOf(await readFindings(strapi, {}, MOST), query);
    },

    async find(ctx: Context): Promise<void> {
      await answer(ctx, await wanted(ctx));
    },

    async declare(ctx: Context): Promise<void> {
      const finding = await wanted(ctx);
      const declaration = adminBody(declareSchema, ctx);
      const { seen } = await detailsOf(strapi, finding);
      if (!seen)
        throw new errors.ApplicationError('There is nothing to declare: it is about something else.');
      const outcome: { added?: Added } = {};
      await settleFinding(strapi, finding.documentId, { settlement: 'declare' }, async () => {
        // Switched off: it is for an editor to look at it, and to switch it on.
        outcome.added =
          'preset' in declaration
            ? await addFromPreset(strapi, ctx, { ...declaration, enabled: false })
            : await addUnknown(strapi, ctx, trackerAsSeen(declaration, seen));
        return 'documentId' in outcome.added;
      });
      const { added } = outcome;
      if (!added) return;
      if ('refused' in added) return void forbid(ctx, added.refused);
      ctx.status = 201;
      ctx.body = added;
    },

    async move(ctx: Context): Promise<void> {
      const finding = await wanted(ctx);
      const { category } = adminBody(moveSchema, ctx);
      const { tracker } = await detailsOf(strapi, finding);
      if (!tracker) throw new errors.ApplicationError('It is about no tracker that is declared.');
      const changes = [{ path: 'shared.category', before: tracker.category, after: category }];
      const settled = await settleFinding(strapi, finding.documentId, { settlement: 'move', changes }, () =>
        moveTracker(strapi, ctx, { tracker, category }),
      );
      await answer(ctx, settled);
    },

    async ignore(ctx: Context): Promise<void> {
      const { documentId } = await wanted(ctx);
      const ignored = adminBody(ignoreSchema, ctx);
      await answer(ctx, await settleFinding(strapi, documentId, { settlement: 'ignore', ...ignored }));
    },

    async fix(ctx: Context): Promise<void> {
      const { documentId } = await wanted(ctx);
      const { reason } = adminBody(fixSchema, ctx);
      await answer(ctx, await settleFinding(strapi, documentId, { settlement: 'fix', reason }));
    },

    async reopen(ctx: Context): Promise<void> {
      const { documentId } = await wanted(ctx);
      await answer(ctx, await reopenFinding(strapi, documentId));
    },
  };
}

type ListQuery = z.output<typeof listSchema>;

function pageOf(all: readonly Finding[], { cursor, limit, ...filter }: ListQuery): FindingList {
  const fitting = all.filter((finding) => isWanted(finding, filter));
  const end = cursor + limit;
  return {
    docs: fitting
      .slice(cursor, end)
      .map(({ reported: _evidence, models: _laws, ...finding }) => asJson(finding)),
    found: fitting.length,
    nextCursor: end < fitting.length ? String(end) : null,
    rules: sorted(all.map(({ rule }) => rule)),
    sites: sorted(all.map(({ site }) => site)),
    pages: sorted(all.flatMap(({ reported }) => reported.pages)).slice(0, SHOWN_PAGES),
  };
}

const isWanted = (
  finding: Finding,
  { state, severity, rule, site, page }: Omit<ListQuery, 'cursor' | 'limit'>,
): boolean =>
  (state === 'any' || finding.state === state) &&
  (severity === undefined || finding.severity === severity) &&
  (rule === undefined || finding.rule === rule) &&
  (site === undefined || finding.site === site) &&
  (page === undefined || finding.reported.pages.includes(page));

const trackerAsSeen = (
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

function isInReach(moment: Date): boolean {
  const ahead = moment.getTime() - Date.now();
  return ahead > 0 && ahead <= LONGEST_IGNORED_DAYS * DAY;
}

const sorted = (texts: string[]): string[] => [...new Set(texts)].sort();
