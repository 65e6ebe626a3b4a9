import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { TABLES } from '../server/src/evidence/sql/evidence-database';
import { type App, onSqlite } from './support/app';
import { withoutDatabase } from './support/outage';
import { changeSettings, postRecord, RECORDS, recordsOf, submissionTo } from './support/records';

const STALE = '00000000';

let visitors = 0;
/** The address of a visitor who has not been here yet. */
const someone = () => {
  visitors += 1;
  return `203.0.113.${visitors}`;
};

const behindProxy = {
  options: { recording: { rateLimitPerMinute: 2 } },
  server: { proxy: { koa: true } },
};

onSqlite('what POST records checks', behindProxy, (app) => {
  const post = (body: object | string, address = someone()) =>
    postRecord(app(), body).set('X-Forwarded-For', address);

  describe('K: in this order', () => {
    const large = 'x'.repeat(5000);

    it('origin, content type, size and limit, then whether it is JSON', async () => {
      const address = someone();
      for (let i = 0; i < 2; i += 1) await post(await submissionTo(app()), address);
      const text = () => app().http.post(RECORDS).set('X-Forwarded-For', address).type('text/html');
      expect((await text().set('Origin', 'https://evil.example').send(large)).status).toBe(403);
      expect((await text().send(large)).status).toBe(415);
      expect((await post(large, address)).status).toBe(413);
      expect((await post('not JSON', address)).status).toBe(429);
      expect((await post('not JSON')).status).toBe(400);
    });

    it('JSON, validation, the mode of recording, then the versions', async () => {
      const submission = await submissionTo(app());
      const outdated = { ...submission, versions: { ...submission.versions, policyVersion: STALE } };
      await changeSettings(app(), { recordingMode: 'none' });
      try {
        expect((await post('{')).status).toBe(400);
        expect((await post({ ...outdated, source: 'guess' })).status).toBe(400);
        expect((await post(outdated)).status).toBe(204);
      } finally {
        await changeSettings(app(), { recordingMode: null });
      }
      expect((await post(outdated)).status).toBe(409);
      expect((await post(submission)).status).toBe(201);
    });
  });

  it('F4: what a page sends while the database is away is 503 with Retry-After, and is stored later', async () => {
    const submission = await submissionTo(app());
    const { status, headers, body } = await withoutDatabase(app(), async () => post(submission));
    expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, '5', 'no-store']);
    expect(body).toMatchObject({ data: null, error: { status: 503, name: 'ServiceUnavailableError' } });
    expect(await recordsOf(app(), submission.consentId)).toHaveLength(0);
    expect((await post(submission)).status).toBe(201);
  });

  it('E4: 50 categories and an id of the consent that is replaced, as a UUID', async () => {
    const submission = await submissionTo(app());
    const fifty = Object.fromEntries([...Array(50).keys()].map((i) => [`k${i}`, true]));
    expect((await post({ ...submission, decisions: fifty })).status).toBe(201);
    const { status, body } = await post({ ...submission, replaces: 'the last one' });
    expect([status, body.error.details.errors[0].path]).toEqual([400, ['replaces']]);
  });

  it('E5: nothing of the model, which is that of the place', async () => {
    const submission = await submissionTo(app());
    await post({ ...submission, model: 'none', gpc: true }).set('cf-ipcountry', 'US');
    const [row] = await recordsOf(app(), submission.consentId);
    expect(row).toMatchObject({ model: 'opt-out', gpc: false });
  });

  it('E4, K: no answer may be kept by a cache', async () => {
    const submission = await submissionTo(app());
    const busy = someone();
    await post(submission, busy);
    const answers = [
      await post(submission),
      await post({ ...submission, source: 'guess' }),
      await post({ ...submission, versions: { ...submission.versions, policyVersion: STALE } }),
      await post(submission).set('Origin', 'https://evil.example'),
      await post(JSON.stringify(submission)).type('text/html'),
      await post('x'.repeat(5000)),
      await post(submission, busy),
      await post(submission, busy),
    ];
    const statuses = [201, 400, 409, 403, 415, 413, 201, 429];
    expect(answers.map(({ status }) => status)).toEqual(statuses);
    for (const { headers } of answers) expect(headers['cache-control']).toBe('no-store');
  });

  it('E6: no address is stored or logged, whatever the answer', async () => {
    const { strapi } = app();
    const written = (['error', 'warn', 'info', 'http', 'debug', 'verbose'] as const).map((level) =>
      vi.spyOn(strapi.log, level),
    );
    const address = someone();
    const submission = await submissionTo(app());
    const outdated = { ...submission, versions: { ...submission.versions, policyVersion: STALE } };
    const foreign = post(submission, address).set('Origin', 'https://evil.example');
    const statuses = [(await foreign).status];
    for (const body of [submission, outdated, submission]) statuses.push((await post(body, address)).status);
    expect(statuses).toEqual([403, 201, 409, 429]);
    const heard = JSON.stringify(written.flatMap(({ mock }) => mock.calls));
    for (const spy of written) spy.mockRestore();
    const kept = JSON.stringify(await everythingIn(app()));
    expect(kept, 'the record is among it').toContain(submission.consentId);
    expect(kept).not.toContain(address);
    expect(heard).not.toContain(address);
  });

  it('F2: and a webhook hears what was stored', async () => {
    const { strapi } = app();
    const listener = createServer().listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const { port } = listener.address() as AddressInfo;
    const webhook = await strapi.get('webhookStore').createWebhook({
      name: 'audit',
      url: `http://127.0.0.1:${port}/`,
      headers: {},
      events: ['consent.recorded'],
      isEnabled: true,
    });
    strapi.get('webhookRunner').add(webhook);
    try {
      const call = once(listener, 'request');
      const submission = await submissionTo(app());
      await post(submission);
      const [request, response] = await call;
      const sent = JSON.parse(Buffer.concat(await request.toArray()).toString());
      response.end();
      expect(request.headers['x-strapi-event']).toBe('consent.recorded');
      expect(sent).toMatchObject({ event: 'consent.recorded', uid: 'plugin::consent.record' });
      expect(sent.entry).toMatchObject({
        consentId: submission.consentId,
        decisions: submission.decisions,
      });
    } finally {
      strapi.get('webhookRunner').remove(webhook);
      listener.closeAllConnections();
      listener.close();
    }
  });
});

/** All rows that the plugin keeps, and what stands in Strapi's own store. */
async function everythingIn({ strapi, database }: App): Promise<unknown[]> {
  const own = [...strapi.db.metadata.values()].filter(({ uid }) => uid.startsWith('plugin::consent.'));
  const rows: unknown[] = [];
  for (const table of [...own.map(({ tableName }) => tableName), 'strapi_core_store_settings']) {
    rows.push(...(await strapi.db.connection(table).select('*')));
  }
  for (const table of Object.values(TABLES)) {
    rows.push(...(await database.askEvidence(`select * from ${table}`)));
  }
  return rows;
}
