import { categorySchema, processorEntrySchema, trackerSchema } from '@permesso/consent-core/schema';
import { z } from 'zod';
import { FOREIGN_ORIGIN, failure, NOT_MODIFIED, REVALIDATED } from '../http/answers';
import type { PublicRoute } from '../http/route';
import { LEGAL_PAGE_KINDS } from '../value-lists';

export const summarySchema = z.object({
  slug: z.string(),
  kind: z.enum(LEGAL_PAGE_KINDS),
  title: z.string(),
  locale: z.string(),
  effectiveDate: z.string().nullable(),
});

const nodeSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('html'), html: z.string() }),
  z.object({ type: z.literal('cookie-table'), group: z.enum(['category', 'vendor']), duration: z.boolean() }),
  z.object({ type: z.literal('processor-table'), mode: z.string() }),
  z.object({ type: z.literal('policy-version') }),
]);

export const pageSchema = summarySchema.extend({
  content: z.array(nodeSchema),
  data: z.object({
    categories: z.array(categorySchema),
    trackers: z.array(trackerSchema),
    documentsVersion: z.string(),
    effectiveDate: z.string().nullable(),
    processors: z.array(processorEntrySchema).optional(),
    processorChanges: z
      .array(z.object({ name: z.string(), change: z.enum(['added', 'removed']), date: z.string() }))
      .optional(),
  }),
});

const query = { locale: z.string().optional() };

export const legalRoutes: PublicRoute[] = [
  {
    method: 'GET',
    path: '/legal',
    handler: 'legal.find',
    request: { query },
    answers: {
      200: {
        when: 'The published legal pages.',
        body: z.object({ pages: z.array(summarySchema) }),
        headers: REVALIDATED,
      },
      ...NOT_MODIFIED,
      ...FOREIGN_ORIGIN,
      ...failure(404, 'NotFoundError', 'Legal pages are turned off.'),
    },
  },
  {
    method: 'GET',
    path: '/legal/:slug',
    handler: 'legal.findOne',
    request: { params: { slug: z.string() }, query },
    answers: {
      200: {
        when: 'The published page as nodes, with what its tables list.',
        body: pageSchema,
        headers: REVALIDATED,
      },
      ...NOT_MODIFIED,
      ...FOREIGN_ORIGIN,
      ...failure(
        404,
        'NotFoundError',
        'There is no published page of this name, or legal pages are turned off.',
      ),
    },
  },
];
