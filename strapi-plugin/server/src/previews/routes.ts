import { consentConfigSchema } from '@permesso/consent-core/schema';
import { z } from 'zod';
import { FOREIGN_ORIGIN, failure, invalid } from '../http/answers';
import type { PublicRoute } from '../http/route';
import { pageSchema, summarySchema } from '../legal-pages/routes';
import { subprocessorListSchema } from '../processors/routes';
import { previewBody } from './controller';

const previewedConfigSchema = z.object({
  config: consentConfigSchema,
  preview: z.object({
    place: z.string().nullable(),
    locale: z.string().nullable(),
    gpc: z.boolean(),
    until: z.iso.datetime(),
  }),
});

const route = (path: string, handler: string, when: string, body: z.ZodType): PublicRoute => ({
  method: 'POST',
  path: `/preview${path}`,
  handler: `previews.${handler}`,
  request: {
    ...(path.includes(':slug') ? { params: { slug: z.string() } } : {}),
    body: { 'application/json': previewBody },
  },
  answers: {
    200: { when, body },
    ...invalid('There is no token in the body.'),
    ...failure(
      403,
      'ForbiddenError',
      'The token is none of this CMS, has expired, or was ended; or what it showed is no longer planned; or as above.',
    ),
    ...failure(
      404,
      'NotFoundError',
      'There is nothing of this name in what the link shows, or it is turned off.',
    ),
  },
});

/** By POST, which no cache answers: what a link shows is for whoever has it alone. */
export const previewRoutes: PublicRoute[] = [
  route(
    '/config',
    'config',
    'The config that the link shows, as it would be published or was released, without loaders.',
    previewedConfigSchema,
  ),
  route(
    '/legal',
    'legal',
    'The legal pages that the link shows, as they would be published or were released.',
    z.object({ pages: z.array(summarySchema) }),
  ),
  route(
    '/legal/:slug',
    'legalPage',
    'The page that the link shows, as it would be published or was released.',
    pageSchema,
  ),
  route(
    '/subprocessors',
    'subprocessors',
    'The public list that the link shows, as it would be published or was released, with its changes until then.',
    subprocessorListSchema,
  ),
].map(({ answers, ...rest }) => ({ ...rest, answers: { ...FOREIGN_ORIGIN, ...answers } }));
