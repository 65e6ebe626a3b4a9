import type {
  ConsentCategory,
  ConsentTracker,
  ProcessorChange,
  ProcessorEntry,
} from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import { getCookieTableData } from '../catalogue/cookie-table';
import { getProcessorTableData, isListed } from '../processors';

/** What the tables of legal pages list. */
export interface LegalTables {
  categories: ConsentCategory[];
  trackers: ConsentTracker[];
  /** Absent when the register is off; the processor tables then render nothing. */
  processors?: ProcessorEntry[];
  processorChanges?: ProcessorChange[];
}

/** What the tables show in a locale. Of the register only the rows that some table lists: the others are not public. */
export async function legalTables(strapi: Core.Strapi, locale: string): Promise<LegalTables> {
  const processors = await processorTables(strapi, locale);
  return { ...(await getCookieTableData(strapi, { locale })), ...processors };
}

/** What the processor tables alone show in a locale. */
export async function processorTables(
  strapi: Core.Strapi,
  locale: string,
): Promise<Pick<LegalTables, 'processors' | 'processorChanges'>> {
  const { processors, processorChanges } = await getProcessorTableData(strapi, { locale });
  return {
    ...(processors ? { processors: processors.filter(isListed) } : {}),
    ...(processorChanges ? { processorChanges } : {}),
  };
}
