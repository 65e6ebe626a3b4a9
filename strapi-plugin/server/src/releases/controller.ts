import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { z } from 'zod';
import { auditBefore, entryOf } from '../audit/trail';
import { plainText } from '../content/plain-text';
import { getEvidenceStore } from '../evidence';
import type { Release } from '../evidence/releases';
import { adminBody } from '../http/admin';
import { errors } from '../http/errors';
import { parseParameters } from '../http/parameters';
import type { Difference } from '../transfer/differences';
import { mayExport } from '../transfer/permissions';
import { RELEASE_UID } from '../uids';
import { changesFollowed } from '../versions/changes';
import { configurationOf, detailsOf, differencesBetween, type ReleaseDetails } from './service';

/** What the list answers, newest first. */
export interface ReleaseList {
  docs: ReleaseDetails[];
  /** Where the next page begins; null at the end. */
  nextCursor: string | null;
}

/** One release, and what it changed: against the one before it, or another that was asked for. */
export interface ReleaseView {
  release: ReleaseDetails;
  /** The last release; `release` is in force where it is the same. */
  latest: number;
  /** Number of the release that it is compared with; null for the first one. */
  against: number | null;
  differences: Difference[];
  /** Its languages, where they are others. */
  locales: { before: string[]; after: string[] } | null;
}

const number = z.coerce.number().int().min(1).max(2_147_483_647);
const listSchema = z.strictObject({
  cursor: number.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});
const viewSchema = z.strictObject({ against: number.optional() });
const noteSchema = z.strictObject({ note: plainText.trim().max(2000) });

export const NOTE = noteSchema.shape.note;

/** What the page of releases asks for. The routes check the permissions. */
export const releasesController = ({ strapi }: { strapi: Core.Strapi }) => {
  const store = () => getEvidenceStore(strapi).releases;

  async function asked(value: unknown): Promise<Release> {
    const parsed = number.safeParse(value);
    const release = parsed.success ? await store().byNumber(parsed.data) : null;
    if (!release) throw new errors.NotFoundError('There is no release of this number.');
    return release;
  }

  async function view(release: Release, against: Release | null): Promise<ReleaseView> {
    const after = await configurationOf(strapi, release);
    const before = against && (await configurationOf(strapi, against));
    const locales = before && { before: before.locales.all, after: after.locales.all };
    return {
      release: detailsOf(release),
      latest: (await store().latest())?.number ?? release.number,
      against: against?.number ?? null,
      differences: before ? differencesBetween(before, after) : [],
      locales: locales && locales.before.join() !== locales.after.join() ? locales : null,
    };
  }

  return {
    async list(ctx: Context): Promise<void> {
      // Whoever has just saved finds the release of it.
      await changesFollowed(strapi);
      const { cursor, limit } = parseParameters(listSchema, ctx.query);
      const found = await store().page({ before: cursor ?? null, limit: limit + 1 });
      const docs = found.slice(0, limit).map(detailsOf);
      const nextCursor = found.length > limit ? String(docs.at(-1)?.number) : null;
      ctx.body = { docs, nextCursor } satisfies ReleaseList;
    },

    async find(ctx: Context): Promise<void> {
      const release = await asked(ctx.params.number);
      const { against } = parseParameters(viewSchema, ctx.query);
      const other = against ? await asked(against) : await store().byNumber(release.number - 1);
      ctx.body = await view(release, other);
    },

    async note(ctx: Context): Promise<void> {
      const release = await asked(ctx.params.number);
      const note = adminBody(noteSchema, ctx).note || null;
      const changes = [{ path: 'note', before: release.note, after: note }];
      const subject = { uid: RELEASE_UID, id: String(release.number), title: null, locale: null };
      await store().note(release.number, note, [entryOf(strapi, { action: 'note', subject, changes })]);
      ctx.body = detailsOf({ ...release, note });
    },

    /** The release as a file, which can be imported here and elsewhere. */
    async file(ctx: Context): Promise<void> {
      if (!(await mayExport(strapi, ctx))) return;
      const release = await asked(ctx.params.number);
      const subject = { uid: RELEASE_UID, id: String(release.number), title: null, locale: null };
      await auditBefore(strapi, { action: 'export', subject });
      ctx.set('Cache-Control', 'no-store');
      const { locales: _, ...configuration } = await configurationOf(strapi, release);
      ctx.body = configuration;
    },
  };
};
