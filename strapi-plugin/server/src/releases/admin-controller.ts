import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { z } from 'zod';
import { currentPerson } from '../audit/actor';
import { auditBefore, entryOf } from '../audit/trail';
import { plainText } from '../content/plain-text';
import { getEvidenceStore } from '../evidence';
import type { Release } from '../evidence/releases';
import { adminBody } from '../http/admin';
import { answerError } from '../http/answer-error';
import { errors } from '../http/errors';
import { invalidInput } from '../http/invalid-input';
import { parseParameters } from '../http/parameters';
import type { Difference } from '../transfer/differences';
import { mayExport } from '../transfer/permissions';
import { RELEASE_UID } from '../uids';
import { changesFollowed } from '../versions/changes';
import { type AssessmentChange, assessmentChanges, madeByAssessments } from './assessment-changes';
import { basisOf, readDraft, waiting } from './draft';
import { approve, lastRelease, publish, withdraw } from './publishing';
import { isManual } from './served-release';
import {
  configurationOf,
  detailsOf,
  differencesBetween,
  type LanguageChange,
  languageChange,
  type ReleaseDetails,
} from './service';
import { previewTakingBack, takeBack } from './taking-back';

/** A release as a list has it. */
export interface ListedRelease extends ReleaseDetails {
  /** Exemptions from consent by which alone it came about. */
  assessments: AssessmentChange[];
}

/** What the list answers, newest first. */
export interface ReleaseList {
  docs: ListedRelease[];
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
  /** Exemptions from consent that began or ended with it. */
  assessments: AssessmentChange[];
  /** Its languages, where they are others. */
  locales: LanguageChange | null;
}

const number = z.coerce.number().int().min(1).max(2_147_483_647);
const listSchema = z.strictObject({
  cursor: number.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});
const viewSchema = z.strictObject({ against: number.optional() });
const noteSchema = z.strictObject({ note: plainText.trim().max(2000) });
const basis = z.string().length(64);
const takeBackSchema = noteSchema.extend({ basis });
const publishSchema = takeBackSchema.extend({
  /** When, as ISO 8601; left out: now. */
  publishAt: z.iso.datetime({ offset: true }).optional(),
});

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
    const after = { release, configuration: await configurationOf(strapi, release) };
    const before = against && {
      release: against,
      configuration: await configurationOf(strapi, against),
    };
    return {
      release: detailsOf(release),
      latest: (await store().latest())?.number ?? release.number,
      against: against?.number ?? null,
      differences: before ? differencesBetween(before.configuration, after.configuration) : [],
      assessments: before ? await assessmentChanges(strapi, before, after) : [],
      locales: before && languageChange(before.configuration, after.configuration),
    };
  }

  async function answerChanged(ctx: Context): Promise<void> {
    const now = await waiting(strapi, currentPerson(strapi));
    answerError(ctx, 409, 'ConflictError', 'Something was saved or published meanwhile.', { waiting: now });
  }

  return {
    async list(ctx: Context): Promise<void> {
      // Whoever has just saved finds the release of it.
      await changesFollowed(strapi);
      const { cursor, limit } = parseParameters(listSchema, ctx.query);
      const found = await store().page({ before: cursor ?? null, limit: limit + 1 });
      const docs: ListedRelease[] = [];
      for (const [index, release] of found.slice(0, limit).entries()) {
        const assessments = await madeByAssessments(strapi, found[index + 1], release);
        docs.push({ ...detailsOf(release), assessments });
      }
      const nextCursor = found.length > limit ? String(docs.at(-1)?.number) : null;
      ctx.body = { docs, nextCursor } satisfies ReleaseList;
    },

    async find(ctx: Context): Promise<void> {
      const release = await asked(ctx.params.number);
      const { against } = parseParameters(viewSchema, ctx.query);
      const other = against ? await asked(against) : await store().byNumber(release.number - 1);
      ctx.body = await view(release, other);
    },

    /** What waits to be published, and what is planned. */
    async waiting(ctx: Context): Promise<void> {
      ctx.body = await waiting(strapi, currentPerson(strapi));
    },

    async publish(ctx: Context): Promise<void> {
      const { basis: seen, note, publishAt: moment } = adminBody(publishSchema, ctx);
      if (!isManual(strapi)) {
        throw new errors.ApplicationError('Each save is published here (option "releases.publish").');
      }
      const publishAt = moment ? new Date(moment) : null;
      if (publishAt && publishAt.getTime() <= Date.now()) {
        throw invalidInput([{ path: ['publishAt'], message: 'must be in the future' }]);
      }
      const last = await lastRelease(strapi);
      const draft = await readDraft(strapi);
      if (basisOf(draft, last) !== seen) return answerChanged(ctx);
      await publish(strapi, last, { configuration: draft, note: note || null, restores: null, publishAt });
      ctx.body = await waiting(strapi, currentPerson(strapi));
    },

    async approve(ctx: Context): Promise<void> {
      await approve(strapi, String(ctx.params.id));
      ctx.body = await waiting(strapi, currentPerson(strapi));
    },

    async withdraw(ctx: Context): Promise<void> {
      await withdraw(strapi, String(ctx.params.id));
      ctx.body = await waiting(strapi, currentPerson(strapi));
    },

    async previewTakingBack(ctx: Context): Promise<void> {
      ctx.body = await previewTakingBack(strapi, await asked(ctx.params.number));
    },

    /** Brings what was published before and nothing else, so it takes no permission to edit what it restores. */
    async takeBack(ctx: Context): Promise<void> {
      const release = await asked(ctx.params.number);
      const { note, ...order } = adminBody(takeBackSchema, ctx);
      const taken = await takeBack(strapi, release, { ...order, note: note || null });
      await changesFollowed(strapi);
      ctx.body = { ...taken, latest: (await lastRelease(strapi)).number };
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
