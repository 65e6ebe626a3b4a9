import { randomUUID } from 'node:crypto';
import type { ConsentConfig, RecordSubmission } from '@permesso/consent-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type App, onEachDatabase } from './support/app';

const RECORDS = '/api/consent/records';
const UNLIMITED = { recording: { rateLimitPerMinute: 100_000 } };
const seconds = () => Math.floor(Date.now() / 1000);

/** A decision about what the app publishes now. */
async function submissionTo(app: App, changes: Partial<RecordSubmission> = {}): Promise<RecordSubmission> {
  const config: ConsentConfig = (await app.http.get('/api/consent/config')).body;
  const optional = config.categories.filter(({ required }) => !required).map(({ key }) => key);
  return {
    consentId: randomUUID(),
    decisions: Object.fromEntries(optional.map((key, i) => [key, i % 2 === 0])),
    versions: config.versions,
    source: 'banner',
    locale: config.locale,
    decidedAt: seconds(),
    ...changes,
  };
}

const recordsOf = (app: App, consentId: string) =>
  app.strapi.db.query('plugin::consent.record').findMany({ where: { consentId } });

onEachDatabase('POST records', { options: UNLIMITED }, (app) => {
  let submission: RecordSubmission;
  beforeAll(async () => {
    submission = await submissionTo(app());
  });
  const post = (body: object | string) =>
    app().http.post(RECORDS).set('Content-Type', 'application/json').send(body);

  it('E4: 201 with the id of a row that holds the decision', async () => {
    const { status, body } = await post(submission).set('cf-ipcountry', 'DE').set('sec-gpc', '1');
    expect(status).toBe(201);
    const [row] = await recordsOf(app(), submission.consentId);
    expect(body).toEqual({ id: row.documentId });
    expect(row).toMatchObject({
      consentId: submission.consentId,
      decisions: submission.decisions,
      source: 'banner',
      model: 'opt-in',
      country: 'DE',
      gpc: true,
      visitorLocale: submission.locale,
      ...submission.versions,
    });
  });
});
