import {
  DEVICE_CLASSES,
  DEVICE_HEADER,
  type DeviceClass,
  deviceClassOf,
  PRESENTATION_HEADER,
  type SiteStatement,
} from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { z } from 'zod';
import { resolveVisitor, visitorFrom } from '../config/visitor';
import { getEvidenceStore } from '../evidence';
import { feedAfter } from '../evidence/sealing/feed';
import { answerError } from '../http/answer-error';
import { parseInput } from '../http/invalid-input';
import { signedInUser } from '../http/optional-user';
import { unavailable } from '../http/outage';
import { queryText } from '../http/query';
import { bodyText } from '../http/raw-body';
import { siteStatementOf } from '../http/site-statement';
import { getPluginOptions } from '../options';
import { recordsOfUser } from './history';
import { linksAccounts } from './linking';
import { networkTagging } from './network-tags';
import { NotStoredError } from './not-stored';
import { presentationsOf } from './presentations';
import { getRecordsService } from './service';
import { parseSubmission, type RequestFacts } from './submission';

const feedSchema = z.object({
  after: z.coerce.number().int().min(-1).default(-1),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
});

/** The public routes of the records: what a page posts, and what a signed-in user may see of it. */
export function recordsController({ strapi }: { strapi: Core.Strapi }) {
  const { isUnknown, keep } = presentationsOf(strapi);
  const tagsOf = getPluginOptions(strapi).recording.networks ? networkTagging(strapi) : () => [];
  return {
    /** `POST presentations`: how the site presents choices. By its own word alone, so that nobody else fills the store. */
    async present(ctx: Context): Promise<void> {
      const now = new Date();
      const text = bodyText(ctx);
      const said = siteStatementOf(strapi, ctx, { purpose: 'presentation', body: text, now });
      if ('refused' in said || !said.statement) {
        const missing = 'Only a site that signs may say how it presents choices: set CONSENT_SITE_SECRET.';
        answerError(ctx, 403, 'ForbiddenError', 'refused' in said ? said.refused : missing);
        return;
      }
      ctx.status = 201;
      ctx.body = { hash: await keep(text, now) };
    },

    /** `POST records` (E4). The route's middlewares have checked origin, content type, size and limit. */
    async create(ctx: Context): Promise<void> {
      const now = new Date();
      const text = bodyText(ctx);
      const said = siteStatementOf(strapi, ctx, { purpose: 'record', body: text, now });
      if ('refused' in said) {
        answerError(ctx, 403, 'ForbiddenError', said.refused);
        return;
      }
      const submission = parseSubmission(text, now);
      try {
        const facts = { ...(await factsOf(strapi, ctx, said.statement, now)), networks: tagsOf(ctx.ip, now) };
        const outcome = await getRecordsService(strapi).record(submission, facts);
        if (outcome.kind === 'stored') {
          if (await isUnknown(facts.presentation)) ctx.set(PRESENTATION_HEADER, 'unknown');
          ctx.status = 201;
          ctx.body = { id: outcome.id };
        } else if (outcome.kind === 'not-recorded') {
          ctx.status = 204;
        } else {
          const message = 'What is published has changed since; fetch the config again.';
          answerError(ctx, 409, 'ConflictError', message, { versions: outcome.versions });
        }
      } catch (error) {
        if (!(error instanceof NotStoredError)) throw error;
        unavailable(ctx, error.message);
      }
    },

    /** `GET records/feed`: sealed items for other systems. The route lets API tokens in alone. */
    async feed(ctx: Context): Promise<void> {
      ctx.set('Cache-Control', 'no-store');
      ctx.body = await feedAfter(getEvidenceStore(strapi), parseInput(feedSchema, ctx.query));
    },

    /** `GET records/me` (E7). */
    async me(ctx: Context): Promise<void> {
      ctx.set('Cache-Control', 'no-store');
      const user = await ownAccount(strapi, ctx);
      if (user) ctx.body = { docs: await recordsOfUser(strapi, user) };
    },

    /**
     * `GET records/signal`: what a site asks for whoever is signed in. It is read from the records, so that nothing more is kept of
     * anybody: with the last of them that names the account it ends.
     */
    async signal(ctx: Context): Promise<void> {
      ctx.set('Cache-Control', 'no-store');
      const user = await ownAccount(strapi, ctx);
      if (!user) return;
      const { accountSignal } = getPluginOptions(strapi).recording;
      const isAsked = accountSignal && (await linksAccounts(strapi));
      ctx.body = { gpc: isAsked && (await getEvidenceStore(strapi).hasSignal(user, new Date())) };
    },
  };
}

/** The document id of whoever is signed in; anybody else is answered with 401. */
async function ownAccount(strapi: Core.Strapi, ctx: Context): Promise<string | null> {
  const user = getPluginOptions(strapi).usersSlug === false ? null : await signedInUser(strapi, ctx);
  if (user?.kind === 'user') return user.documentId;
  answerError(ctx, 401, 'UnauthorizedError', 'Sign in to see your consent records.');
  return null;
}

/** What the site has signed is believed, and no header beside it. */
async function factsOf(
  strapi: Core.Strapi,
  ctx: Context,
  stated: SiteStatement | null,
  now: Date,
): Promise<Omit<RequestFacts, 'networks'>> {
  const { country, region, model } = stated
    ? await visitorFrom(strapi, { ...stated, model: stated.model ?? undefined })
    : await resolveVisitor(strapi, ctx);
  return {
    now,
    vouchedBy: stated && 'site',
    presentation: stated?.presentation ?? null,
    country,
    region,
    model,
    gpc: ctx.get('sec-gpc') === '1',
    userAgent: ctx.get('user-agent'),
    device: deviceOf(ctx),
    acceptLanguage: ctx.get('accept-language'),
    environment: queryText(ctx, 'environment')?.slice(0, 255) || null,
    user: await linkedUser(strapi, ctx),
  };
}

/** As the site says that has passed the record on, or as the browser tells by itself. */
function deviceOf(ctx: Context): DeviceClass {
  const said = ctx.get(DEVICE_HEADER);
  return DEVICE_CLASSES.find((device) => device === said) ?? deviceClassOf(ctx);
}

/** Only `linked` mode looks at who is signed in; an invalid token stores a record without a user (K). */
async function linkedUser(strapi: Core.Strapi, ctx: Context): Promise<string | null> {
  if (!(await linksAccounts(strapi))) return null;
  const user = await signedInUser(strapi, ctx);
  return user.kind === 'user' ? user.documentId : null;
}
