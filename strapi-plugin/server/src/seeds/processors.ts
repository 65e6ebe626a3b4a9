import type { Core } from '@strapi/strapi';
import type { InlineProcessor } from '../options';
import { UIDS } from '../schema';

/** Creates one processor in the register. */
export async function createProcessor(
  strapi: Core.Strapi,
  { transfer, status, ...processor }: InlineProcessor,
  locale: string,
): Promise<string> {
  const created = await strapi.documents(UIDS.processor).create({
    locale,
    data: {
      ...processor,
      state: status,
      transferMechanism: transfer.mechanism,
      transferFallback: transfer.fallback,
      transferNotes: transfer.notes,
    },
  });
  return created.documentId;
}
