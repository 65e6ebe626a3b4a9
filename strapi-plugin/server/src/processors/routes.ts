import { processorEntrySchema } from '@permesso/consent-core/schema';
import { z } from 'zod';
import { FOREIGN_ORIGIN, failure, NOT_MODIFIED, REVALIDATED } from '../http/answers';
import type { PublicRoute } from '../http/route';

export const subprocessorListSchema = z.object({
  version: z.string(),
  changedAt: z.string().nullable(),
  noticeDays: z.number().int(),
  noticeEmail: z.string().nullable(),
  subscribeUrl: z.string().optional(),
  processors: z.array(processorEntrySchema),
  changes: z.array(z.object({ name: z.string(), change: z.enum(['added', 'removed']), date: z.string() })),
});

export const processorRoutes: PublicRoute[] = [
  {
    method: 'GET',
    path: '/subprocessors',
    handler: 'subprocessors.find',
    request: { query: { locale: z.string().optional() } },
    answers: {
      200: {
        when: 'The public list, the terms of notice and the change log.',
        body: subprocessorListSchema,
        headers: REVALIDATED,
      },
      ...NOT_MODIFIED,
      ...FOREIGN_ORIGIN,
      ...failure(404, 'NotFoundError', 'The register of processors is turned off.'),
    },
  },
];
