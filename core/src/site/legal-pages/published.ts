import { z } from 'zod';
import type {
  ConsentCategory,
  ConsentTracker,
  ProcessorChange,
  ProcessorEntry,
} from '../../contract/config.ts';
import { categorySchema, processorEntrySchema, trackerSchema } from '../../contract/schema.ts';
import type { LegalNode } from '../../legal/index.ts';

export type LegalPageKind = 'privacy' | 'cookies' | 'terms' | 'subprocessors' | 'dpa' | 'other';

/** One line of `GET legal`: a published page without its text. */
export interface LegalPageSummary {
  slug: string;
  kind: LegalPageKind;
  title: string;
  /** The language it is written in: the one asked for, else the CMS's default. */
  locale: string;
  /** `YYYY-MM-DD`, or null. */
  effectiveDate: string | null;
}

/** What `GET legal/:slug` of the CMS answers: a published page as nodes, with the data that its tables need. */
export interface PublishedLegalPage extends LegalPageSummary {
  content: LegalNode[];
  data: {
    categories: ConsentCategory[];
    trackers: ConsentTracker[];
    documentsVersion: string;
    /** Absent when the register is off. */
    processors?: ProcessorEntry[];
    processorChanges?: ProcessorChange[];
  };
}

/** What `GET subprocessors` of the CMS answers. */
export interface SubprocessorList {
  /** Day of the last addition or removal, `YYYY-MM-DD`; null before any. */
  changedAt: string | null;
  /** Days of notice before a new sub-processor starts. */
  noticeDays: number;
  /** Where to object; null where the settings name nobody. */
  noticeEmail: string | null;
  /** Where to be told of changes in another way than by the feed. */
  subscribeUrl?: string;
  processors: ProcessorEntry[];
  /** Newest first. */
  changes: ProcessorChange[];
}

const changeSchema = z.object({ name: z.string(), change: z.enum(['added', 'removed']), date: z.string() });

const nodeSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('html'), html: z.string() }),
  z.object({ type: z.literal('cookie-table'), group: z.enum(['category', 'vendor']), duration: z.boolean() }),
  z.object({
    type: z.literal('processor-table'),
    mode: z.enum(['recipients', 'transfers', 'subprocessors', 'annex', 'changes']),
  }),
  z.object({ type: z.literal('policy-version') }),
]);

const summarySchema = z.object({
  slug: z.string(),
  kind: z.enum(['privacy', 'cookies', 'terms', 'subprocessors', 'dpa', 'other']),
  title: z.string(),
  locale: z.string(),
  effectiveDate: z.string().nullable(),
});

export const legalPageListSchema: z.ZodType<{ pages: LegalPageSummary[] }> = z.object({
  pages: z.array(summarySchema),
});

export const legalPageSchema = summarySchema.extend({
  content: z.array(nodeSchema),
  data: z.object({
    categories: z.array(categorySchema),
    trackers: z.array(trackerSchema),
    documentsVersion: z.string(),
    processors: z.array(processorEntrySchema).optional(),
    processorChanges: z.array(changeSchema).optional(),
  }),
}) as unknown as z.ZodType<PublishedLegalPage>;

export const subprocessorListSchema = z.object({
  changedAt: z.string().nullable(),
  noticeDays: z.number(),
  noticeEmail: z.string().nullable(),
  subscribeUrl: z.string().optional(),
  processors: z.array(processorEntrySchema),
  changes: z.array(changeSchema),
}) as unknown as z.ZodType<SubprocessorList>;
