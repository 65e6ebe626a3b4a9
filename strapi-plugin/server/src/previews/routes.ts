import { consentConfigSchema } from '@permesso/consent-core/schema';
import { z } from 'zod';
import { FOREIGN_ORIGIN, failure } from '../http/answers';
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
    ...failure(400, 'ValidationError', 'There is no token in the body.'),
    ...failure(
      403,
      'ForbiddenError',
      'The token is none of this CMS, has expired, or was ended; or as above.',
    ),
    ...failure(404, 'NotFoundError', 'There would be nothing of this name, or it is turned off.'),
  },
});

/** By POST, which no cache answers: what waits is for whoever has a link alone. */
export const previewRoutes: PublicRoute[] = [
  route('/config', 'config', 'The config as it would be published, without loaders.', previewedConfigSchema),
  route(
    '/legal',
    'legal',
    'The legal pages as they would be published.',
    z.object({ pages: z.array(summarySchema) }),
  ),
  route('/legal/:slug', 'legalPage', 'The page as it would be published.', pageSchema),
  route(
    '/subprocessors',
    'subprocessors',
    'The public list as it would be published.',
    subprocessorListSchema,
  ),
].map(({ answers, ...rest }) => ({ ...rest, answers: { ...FOREIGN_ORIGIN, ...answers } }));
