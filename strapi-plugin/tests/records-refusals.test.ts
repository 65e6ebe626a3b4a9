import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RecordSubmission } from '@permesso/consent-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { type App, onSqlite } from './support/app';
import {
  changeSettings,
  postRecord,
  RECORDS,
  recordsOf,
  submissionTo,
  UNLIMITED,
  unixNow,
} from './support/records';

const DAY = 86_400;

onSqlite('POST records, which it does not take', { options: UNLIMITED }, (app) => {
  let submission: RecordSubmission;
  beforeEach(async () => {
    submission = await submissionTo(app());
  });
  const post = (body: object | string) => postRecord(app(), body);
  const stored = async () => (await recordsOf(app(), submission.consentId))[0];

  describe('400', () => {
    it('E2, E4: for what is not JSON, in the shape of all errors', async () => {
      const { status, body } = await post('{"consentId":');
      expect(status).toBe(400);
      expect(body).toMatchObject({ data: null, error: { status: 400, name: 'ValidationError' } });
      expect(body.error.details.errors[0]).toMatchObject({ path: [], message: 'The body is not JSON.' });
    });

    it.each([
      ['a consent id that is no UUID', { consentId: 'x' }, 'consentId'],
      ['a decision that is no boolean', { decisions: { analytics: 'yes' } }, 'decisions'],
      ['an unknown source', { source: 'guess' }, 'source'],
      ['a decision of more than 7 days ago', { decidedAt: unixNow() - 7 * DAY - 60 }, 'decidedAt'],
      ['a decision more than 5 minutes ahead', { decidedAt: unixNow() + 400 }, 'decidedAt'],
      [
        'more than 50 categories',
        { decisions: Object.fromEntries([...Array(51).keys()].map((i) => [`k${i}`, true])) },
        'decisions',
      ],
      ['missing versions', { versions: undefined }, 'versions'],
    ])('E4: for %s, with path and message', async (_, change, path) => {
      const { status, body } = await post({ ...submission, ...change });
      expect(status).toBe(400);
      expect(body.error.details.errors[0].path[0]).toBe(path);
      expect(body.error.details.errors[0].message).toMatch(/\w{3}/);
      expect(await recordsOf(app(), submission.consentId)).toHaveLength(0);
    });

    it.each([
      ['locale', { locale: 'e\0n' }],
      ['a category', { decisions: { 'a\0': true } }],
    ])('K: for a NUL character in %s', async (_, change) => {
      expect((await post({ ...submission, ...change })).status).toBe(400);
    });

    it('E5: but not for a decision of almost 7 days ago', async () => {
      expect((await post({ ...submission, decidedAt: unixNow() - 7 * DAY + 60 })).status).toBe(201);
    });
  });

  describe('413 and 415', () => {
    it('E4: 413 over 4 KB, whether the length is told or not', async () => {
      const large = JSON.stringify({ ...submission, padding: 'x'.repeat(4096) });
      expect((await post(large)).status).toBe(413);
      expect(await sendChunked(app(), large)).toBe(413);
    });

    it('E4: counts bytes, not characters', async () => {
      expect((await post({ ...submission, padding: 'ü'.repeat(2000) })).status).toBe(413);
    });

    it('E4: takes 4096 bytes exactly, also in chunks', async () => {
      const padding = 4096 - Buffer.byteLength(JSON.stringify({ ...submission, padding: '' }));
      const exact = JSON.stringify({ ...submission, padding: 'x'.repeat(padding) });
      expect(Buffer.byteLength(exact)).toBe(4096);
      expect((await post(exact)).status).toBe(201);
      expect(await sendChunked(app(), exact)).toBe(201);
    });

    it.each([
      'application/x-www-form-urlencoded',
      'text/html',
      'application/jsonx',
      'multipart/form-data; boundary=x',
    ])('E4: 415 for %s', async (type) => {
      const { status, body } = await app().http.post(RECORDS).set('Content-Type', type).send('a=b');
      expect(status).toBe(415);
      expect(body).toMatchObject({ data: null, error: { status: 415 } });
    });

    it('K: 415 without a content type, and before the size is looked at', async () => {
      expect(await sendChunked(app(), JSON.stringify(submission), {})).toBe(415);
      expect(await sendChunked(app(), 'x'.repeat(5000), {})).toBe(415);
    });
  });

  describe('403', () => {
    it('K: for a foreign origin, before any other check', async () => {
      const foreign = app().http.post(RECORDS).set('Origin', 'https://evil.example');
      expect((await foreign.set('Content-Type', 'text/html').send('x'.repeat(5000))).status).toBe(403);
    });
  });

  describe('204', () => {
    it('E4: for an implicit decision while implicit recording is off', async () => {
      expect((await post({ ...submission, source: 'implicit' })).status).toBe(204);
      expect(await stored())?.toBeUndefined();
    });

    it('F1: the settings override the options, and 204 comes before 409 but after 400', async () => {
      await changeSettings(app(), { recordingMode: 'none' });
      try {
        const versions = { ...submission.versions, policyVersion: '00000000' };
        expect((await post({ ...submission, versions })).status).toBe(204);
        expect((await post({ ...submission, consentId: 'x' })).status).toBe(400);
      } finally {
        await changeSettings(app(), { recordingMode: 'anonymous' });
      }
    });

    it('E4: while consent is disabled', async () => {
      await changeSettings(app(), { enabled: false });
      try {
        expect((await post(submission)).status).toBe(204);
      } finally {
        await changeSettings(app(), { enabled: true });
      }
    });
  });
});

/** Sends a body in chunks, so that no Content-Length tells its size. */
async function sendChunked(
  app: App,
  body: string,
  headers: Record<string, string> = { 'content-type': 'application/json' },
): Promise<number | undefined> {
  const server = createServer(app.strapi.server.app.callback()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const request = httpRequest({ host: '127.0.0.1', port, path: RECORDS, method: 'POST', headers });
  const answered = once(request, 'response') as Promise<[IncomingMessage]>;
  // The server may answer, and hang up, before all of it was sent.
  request.on('error', () => undefined);
  for (let i = 0; i < body.length; i += 1000) request.write(body.slice(i, i + 1000));
  request.end();
  const [response] = await answered;
  response.resume();
  server.closeAllConnections();
  server.close();
  return response.statusCode;
}
