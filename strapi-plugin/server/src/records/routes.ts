import { OTHER_BASES, PRESENTATION_BYTES, RECORD_BYTES } from '@permesso/consent-core';
import { recordSubmissionSchema } from '@permesso/consent-core/schema';
import type { Core } from '@strapi/strapi';
import type { Middleware } from 'koa';
import { z } from 'zod';
import { type Answers, FOREIGN_ORIGIN, failure, invalid } from '../http/answers';
import { textBody } from '../http/raw-body';
import { API_TOKENS, type PublicRoute } from '../http/route';
import { presentationSchema } from './presentations';
import { getRecordsService } from './service';

const versionsSchema = z.object({
  policyVersion: z.string(),
  categoriesVersion: z.string(),
  trackersVersion: z.string(),
  documentsVersion: z.string(),
});

const ownRecordSchema = z.object({
  id: z.string(),
  consentId: z.string(),
  replaces: z.string().nullable(),
  decisions: z.record(z.string(), z.boolean()),
  grantedCategories: z.array(z.string()),
  services: z.record(z.string(), z.boolean()).optional(),
  bases: z.record(z.string(), z.enum(OTHER_BASES)).optional(),
  tcString: z.string().optional(),
  source: z.string(),
  model: z.string(),
  country: z.string().nullable(),
  region: z.string().nullable(),
  gpc: z.boolean(),
  locale: z.string().nullable(),
  versions: versionsSchema,
  snapshot: z.string().nullable(),
  presentation: z.string().nullable(),
  vouchedBy: z.literal('site').nullable(),
  decidedAt: z.string(),
  expiresAt: z.string(),
  userAgentFamily: z.string().nullable(),
  createdAt: z.string(),
});

const retryAfter = { headers: { 'Retry-After': 'Seconds until it is worth trying again.' } };

const TRY_AGAIN =
  'The database did not take it just now; or a middleware of the app has read the body and left nothing of it.';

/** The table of E4. */
const SUBMITTED: Answers = {
  201: {
    when: 'The decision is on disk. Sent again it gives the same id and is stored once.',
    body: z.object({ id: z.string() }),
  },
  204: {
    when: 'Nothing is recorded: by the recording mode, while consent is disabled, or of an implicit decision.',
  },
  ...invalid('Not JSON, or not a valid record.'),
  ...failure(403, 'ForbiddenError', 'The origin is not allowed, or the signature of the site does not hold.'),
  ...failure(409, 'ConflictError', 'It was decided about something that is not published any more.', {
    details: z.object({ versions: versionsSchema }),
  }),
  ...failure(413, 'PayloadTooLargeError', `The body is over ${RECORD_BYTES} bytes.`),
  ...failure(
    415,
    'UnsupportedMediaTypeError',
    'The content type is neither JSON nor plain text, or missing.',
  ),
  ...failure(
    429,
    'RateLimitError',
    'Too many records within a minute: from this address, its network, or of everybody.',
    retryAfter,
  ),
  ...failure(503, 'ServiceUnavailableError', TRY_AGAIN, retryAfter),
};

const feedSchema = z.object({
  items: z.array(
    z.object({
      index: z.number(),
      kind: z.string(),
      salt: z.string().optional(),
      commitment: z.string().optional(),
      content: z.looseObject({}).optional(),
      quarantined: z.literal(true).optional(),
      erased: z.literal(true).optional(),
      missing: z.literal(true).optional(),
    }),
  ),
  after: z.number(),
  size: z.number(),
});

/** The public routes. The order of the middlewares is the order of the checks (K). */
export function recordRoutes(strapi: Core.Strapi): PublicRoute[] {
  const neverCached: Middleware = (ctx, next) => {
    ctx.set('Cache-Control', 'no-store');
    return next();
  };
  const limit: Middleware = (ctx, next) => getRecordsService(strapi).limit.middleware(ctx, next);
  return [
    {
      method: 'POST',
      path: '/records',
      handler: 'records.create',
      request: {
        query: { environment: z.string().optional() },
        body: {
          'application/json': recordSubmissionSchema,
          'text/plain': z.string().meta({ description: 'The same as JSON, as beacons send it.' }),
        },
      },
      answers: SUBMITTED,
      config: { middlewares: [neverCached, textBody(strapi, RECORD_BYTES), limit] },
    },
    {
      method: 'POST',
      path: '/presentations',
      handler: 'records.present',
      request: { body: { 'application/json': presentationSchema } },
      answers: {
        201: { when: 'It is kept, under its SHA-256.', body: z.object({ hash: z.string() }) },
        ...invalid('Not a presentation, or not in canonical JSON (RFC 8785).'),
        ...failure(403, 'ForbiddenError', 'The signature of the site does not hold, or there is none.'),
        ...failure(413, 'PayloadTooLargeError', `The body is over ${PRESENTATION_BYTES} bytes.`),
        ...failure(415, 'UnsupportedMediaTypeError', 'The content type is not JSON, or missing.'),
        ...failure(429, 'RateLimitError', 'Too many requests from this address within a minute.', retryAfter),
      },
      config: { middlewares: [neverCached, textBody(strapi, PRESENTATION_BYTES), limit] },
    },
    {
      method: 'GET',
      path: '/records/feed',
      handler: 'records.feed',
      request: { query: { after: z.number().optional(), limit: z.number().optional() } },
      answers: {
        200: { when: 'Sealed items behind an index of the log, in its order.', body: feedSchema },
        ...invalid('after or limit is no number that fits.'),
        ...failure(401, 'UnauthorizedError', 'There is no API token, or it is none of ours.'),
        ...failure(403, 'ForbiddenError', 'The token may not read the feed, or the origin is not allowed.'),
      },
      config: { auth: { strategies: API_TOKENS } },
    },
    {
      method: 'GET',
      path: '/records/me',
      handler: 'records.me',
      answers: {
        200: {
          when: 'The last 50 records of the signed-in user, newest first.',
          body: z.object({ docs: z.array(ownRecordSchema) }),
        },
        ...failure(401, 'UnauthorizedError', 'Nobody is signed in, or the option usersSlug is false.'),
        ...FOREIGN_ORIGIN,
      },
    },
    {
      method: 'GET',
      path: '/records/signal',
      handler: 'records.signal',
      answers: {
        200: {
          when: 'Whether a browser of the signed-in user has sent Global Privacy Control; never without recording.accountSignal.',
          body: z.object({ gpc: z.boolean() }),
        },
        ...failure(401, 'UnauthorizedError', 'Nobody is signed in, or the option usersSlug is false.'),
        ...FOREIGN_ORIGIN,
      },
    },
  ];
}
