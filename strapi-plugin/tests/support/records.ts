import { randomUUID } from 'node:crypto';
import type { ConsentConfig, RecordSubmission } from '@permesso/consent-core';
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

/** The rows of a consent id, as Strapi's own API reads them. */
export const rowsOf = (app: App, consentId: string) =>
  app.strapi.db.query(UIDS.record).findMany({ where: { consentId }, orderBy: { id: 'asc' } });

export const postRecord = (app: App, body: object | string) =>
  app.http.post(RECORDS).set('Content-Type', 'application/json').send(body);

/** What people set in the admin. */
export async function changeSettings(app: App, data: Record<string, unknown>): Promise<void> {
  const settings = app.strapi.documents(UIDS.setting);
  const found = await settings.findFirst({});
  if (found) await settings.update({ documentId: found.documentId, data });
  else await settings.create({ data });
}
