import type { Core } from '@strapi/strapi';
import { UIDS } from '../uids';
import type { ProcessorContent } from './presets';

/** Creates one processor in the register, `by` an administrator. */
export async function createProcessor(
  strapi: Core.Strapi,
  { transfer, status, ...processor }: ProcessorContent,
  locale: string,
  by?: number,
): Promise<string> {
  const created = await strapi.documents(UIDS.processor).create({
    locale,
    data: {
      ...processor,
      state: status,
      transferMechanism: transfer.mechanism,
      transferFallback: transfer.fallback,
      transferNotes: transfer.notes,
      ...(by ? { createdBy: by, updatedBy: by } : {}),
    },
  });
  return created.documentId;
}
