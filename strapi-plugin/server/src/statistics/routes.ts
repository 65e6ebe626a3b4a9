import { IMPRESSIONS_BYTES } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import type { Middleware } from 'koa';
import { failure, invalid } from '../http/answers';
import { textBody } from '../http/raw-body';
import type { PublicRoute } from '../http/route';
import { getRecordsService } from '../records/service';
import { impressionsSchema } from './controller';

const retryAfter = { headers: { 'Retry-After': 'Seconds until it is worth trying again.' } };

export function impressionRoutes(strapi: Core.Strapi): PublicRoute[] {
  const limit: Middleware = (ctx, next) => getRecordsService(strapi).limit.middleware(ctx, next);
  return [
    {
      method: 'POST',
      path: '/impressions',
      handler: 'impressions.add',
      request: { body: { 'application/json': impressionsSchema } },
      answers: {
        204: { when: 'It is counted; once, however often it comes.' },
        ...invalid('Not JSON, or no sums of yesterday, today or tomorrow in UTC.'),
        ...failure(
          403,
          'ForbiddenError',
          'The signature of the site does not hold, or there is none where one is asked for.',
        ),
        ...failure(413, 'PayloadTooLargeError', `The body is over ${IMPRESSIONS_BYTES} bytes.`),
        ...failure(415, 'UnsupportedMediaTypeError', 'The content type is not JSON, or missing.'),
        ...failure(429, 'RateLimitError', 'Too many requests from this address within a minute.', retryAfter),
      },
      config: { middlewares: [textBody(strapi, IMPRESSIONS_BYTES), limit] },
    },
  ];
}
