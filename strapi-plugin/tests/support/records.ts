import { randomUUID } from 'node:crypto';
import type { ConsentConfig, RecordSubmission } from '@permesso/consent-core';
import { getEvidenceStore } from '../../server/src/evidence';
import type { ConsentRecord } from '../../server/src/evidence/record';
import { UIDS } from '../../server/src/uids';
import type { App } from './app';

export const RECORDS = '/api/consent/records';

/** No limit that a test could run into. */
export const UNLIMITED = { recording: { rateLimitPerMinute: 100_000 } };

export const unixNow = () => Math.floor(Date.now() / 1000);

/** A decision about what the app publishes now: every second optional category granted. */
export async function submissionTo(
  app: App,
  changes: Partial<RecordSubmission> = {},
): Promise<RecordSubmission> {
  const config: ConsentConfig = (await app.http.get('/api/consent/config')).body;
  const optional = config.categories.filter(({ required }) => !required).map(({ key }) => key);
  return {
    consentId: randomUUID(),
    decisions: Object.fromEntries(optional.map((key, i) => [key, i % 2 === 0])),
    versions: config.versions,
    source: 'banner',
    locale: config.locale,
    decidedAt: unixNow(),
    ...changes,
  };
}

/** The records of a consent id, oldest first. */
export async function recordsOf({ strapi }: App, consentId: string): Promise<ConsentRecord[]> {
  const { docs } = await getEvidenceStore(strapi).page({ consentId }, { limit: 100 });
  return docs.reverse();
}

export const postRecord = (app: App, body: object | string) =>
  app.http.post(RECORDS).set('Content-Type', 'application/json').send(body);

/** What people set in the admin. */
export async function changeSettings(app: App, data: Record<string, unknown>): Promise<void> {
  const settings = app.strapi.documents(UIDS.setting);
  const found = await settings.findFirst({});
  if (found) await settings.update({ documentId: found.documentId, data });
  else await settings.create({ data });
}
