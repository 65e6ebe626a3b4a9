import { randomBytes, randomUUID } from 'node:crypto';
import { UIDS } from '../../server/src/uids';
import type { App } from './app';

/** Puts records into the table as if they had been stored at that moment; answers with their consent ids. */
export async function insertRecords(
  app: App,
  count: number,
  changes: Record<string, unknown> = {},
): Promise<string[]> {
  const rows = Array.from({ length: count }, () => {
    const createdAt = (changes.created_at as Date | undefined) ?? new Date();
    return {
      document_id: randomBytes(12).toString('hex'),
      consent_id: randomUUID(),
      decisions: JSON.stringify({ analytics: true, marketing: false }),
      granted_categories: JSON.stringify(['analytics']),
      choices: '|analytics=1|marketing=0|',
      source: 'banner',
      model: 'opt-in',
      country: 'DE',
      gpc: false,
      visitor_locale: 'en',
      policy_version: '00000000',
      categories_version: '00000000',
      trackers_version: '00000000',
      documents_version: '00000000',
      snapshot: null,
      decided_at: createdAt,
      expires_at: createdAt,
      fingerprint: randomBytes(32).toString('hex'),
      created_at: createdAt,
      updated_at: createdAt,
      published_at: createdAt,
      ...changes,
    };
  });
  for (let i = 0; i < rows.length; i += 200) {
    await app.strapi.db.connection('consent_records').insert(rows.slice(i, i + 200));
  }
  return rows.map(({ consent_id }) => consent_id);
}

export const countRecords = (app: App) => app.strapi.db.query(UIDS.record).count();
