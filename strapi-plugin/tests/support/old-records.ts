import { getEvidenceStore } from '../../server/src/evidence';
import type { NewRecord } from '../../server/src/evidence/record';
import { everyRecord } from '../../server/src/records';
import type { App } from './app';
import { newRecord } from './new-record';

/** Stores records as if that had been at the moment that the changes name; answers with their consent ids. */
export async function insertRecords(
  { strapi }: App,
  count: number,
  changes: Partial<NewRecord> = {},
): Promise<string[]> {
  const records = Array.from({ length: count }, () => newRecord(changes));
  for (let i = 0; i < records.length; i += 200) {
    const outcomes = await getEvidenceStore(strapi).append(records.slice(i, i + 200));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }
  return records.map(({ consentId }) => consentId);
}

export async function countRecords({ strapi }: App): Promise<number> {
  let count = 0;
  for await (const _record of everyRecord(strapi, {})) count += 1;
  return count;
}
