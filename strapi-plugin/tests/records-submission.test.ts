import { createHash, createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type RecordSubmission, signedText } from '@permesso/consent-core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { getConsentConfig } from '../server/src/config/service';
import { getEvidenceStore } from '../server/src/evidence';
import { getVersionsService } from '../server/src/versions/service';
import { getSnapshotsService } from '../server/src/versions/snapshots';
import { signInAdmin } from './support/admin';
import { type App, onEachDatabase } from './support/app';
import { addTracker } from './support/content';
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

const SECRETS = ['the-newer-secret-of-a-site-0123456789', 'the-older-secret-of-a-site-0123456789'];
const OPTIONS = { ...UNLIMITED, site: { secret: SECRETS.join(' ') } };

onEachDatabase('POST records', { options: OPTIONS }, (app, onSqliteOnly) => {
  let submission: RecordSubmission;
  beforeEach(async () => {
    submission = await submissionTo(app());
  });
  const post = (body: object | string) => postRecord(app(), body);
  const stored = async () => (await recordsOf(app(), submission.consentId))[0];

  describe('what is stored', () => {
    it('E4: answers 201 with the id of the row that holds the decision', async () => {
      const { status, body } = await post(submission).set('cf-ipcountry', 'DE').set('sec-gpc', '1');
      expect(status).toBe(201);
      const row = await stored();
      expect(body).toEqual({ id: row?.id });
      expect(row).toMatchObject({
        consentId: submission.consentId,
        replaces: null,
        decisions: submission.decisions,
        grantedCategories: Object.keys(submission.decisions).filter((key) => submission.decisions[key]),
        source: 'banner',
        model: 'opt-in',
        country: 'DE',
        region: null,
        gpc: true,
        locale: submission.locale,
        versions: submission.versions,
        decidedAt: new Date((submission.decidedAt ?? 0) * 1000).toISOString(),
        userAgentFamily: null,
        user: null,
      });
    });

    it('E4: takes text/plain holding JSON, as beacons send it', async () => {
      const text = JSON.stringify(submission);
      const { status } = await app()
        .http.post(RECORDS)
        .set('Content-Type', 'text/plain;charset=UTF-8')
        .send(text);
      expect(status).toBe(201);
    });

    it('G3: made-up versions and environments drop nothing that is kept, and have nothing hashed', async () => {
      const { strapi } = app();
      // On SQLite any write of Strapi's own since its start would have it read anew, once.
      const served = await getVersionsService(strapi).refreshed();
      const versions = { ...submission.versions, documentsVersion: 'made-up' };
      expect((await post({ ...submission, versions })).status).toBe(409);
      expect(await getVersionsService(strapi).published()).toBe(served);
      const looked = vi.spyOn(getSnapshotsService(strapi), 'isKept');
      expect((await app().http.post(`${RECORDS}?environment=made-up`).send(submission)).status).toBe(201);
      expect(looked).not.toHaveBeenCalled();
      looked.mockRestore();
      const environment = strapi.config.get('environment');
      const shown = await getEvidenceStore(strapi).snapshots.byHash((await stored())?.snapshot ?? '');
      expect(shown).toMatchObject({ environment, policyVersion: submission.versions.policyVersion });
    });

    it('takes an environment with a NUL as none', async () => {
      const { status } = await app().http.post(`${RECORDS}?environment=%00`).send(submission);
      expect(status).toBe(201);
    });

    it('G2: points to the snapshot of what the visitor was shown', async () => {
      await post(submission);
      const { snapshots } = getEvidenceStore(app().strapi);
      const shown = await snapshots.byHash((await stored())?.snapshot ?? '');
      expect(shown).toMatchObject({
        locale: submission.locale,
        policyVersion: submission.versions.policyVersion,
      });
    });

    it('E5: drops unknown and required categories instead of refusing the record', async () => {
      const decisions = { ...submission.decisions, necessary: false, unheard: true };
      const body = JSON.stringify({ ...submission, decisions }).replace(
        '"unheard"',
        '"__proto__":true,"unheard"',
      );
      expect((await post(body)).status).toBe(201);
      expect((await stored())?.decisions).toEqual(submission.decisions);
    });

    it('keeps what was decided of single services as they were shown, and drops what no page says', async () => {
      const { strapi } = app();
      await addTracker(strapi, { name: 'A player', key: 'player' });
      await addTracker(strapi, { name: 'Switched off', key: 'off', enabled: false });
      await addTracker(strapi, { name: 'A map', key: 'map', categoryKey: 'necessary' });
      await addTracker(strapi, { name: 'On trial', key: 'trial', environments: ['staging'] });
      const kept = async (current: RecordSubmission, services: Record<string, boolean>, query = '') => {
        const given = { ...current, consentId: randomUUID(), services };
        expect((await app().http.post(`${RECORDS}${query}`).send(given)).status).toBe(201);
        const [row] = await recordsOf(app(), given.consentId);
        expect(row?.decisions).toEqual(current.decisions);
        return row?.services;
      };
      const refused = { player: false, off: false, map: false, trial: false, gone: false };
      const granted = { player: true, off: true, map: true, trial: true, gone: true };
      const byCategory = await submissionTo(app());
      expect(await kept(byCategory, refused)).toEqual({ player: false, map: false });
      expect(await kept(byCategory, granted)).toBeUndefined();
      await changeSettings(app(), { granularity: 'service' });
      try {
        const byService = await submissionTo(app());
        expect(await kept(byService, granted)).toEqual({ player: true });
        expect(await kept(byCategory, granted), 'decided before').toBeUndefined();
        const config = await getConsentConfig(strapi, { environment: 'staging' });
        const staging = { ...byService, versions: config.versions };
        const onTrial = await kept(staging, granted, '?environment=staging');
        expect(onTrial).toEqual({ player: true, trial: true });
      } finally {
        await changeSettings(app(), { granularity: null });
      }
      const [count] = await getEvidenceStore(strapi).counts.since(new Date(0).toISOString().slice(0, 10));
      expect(JSON.stringify(count)).not.toContain('player');
    });

    it('E5: takes country, model and user from the server, whatever the body claims', async () => {
      const claims = {
        country: 'FR',
        model: 'none',
        user: 'somebody',
        createdAt: '2020-01-01',
        region: 'US-CA',
      };
      expect((await post({ ...submission, ...claims }).set('cf-ipcountry', 'US')).status).toBe(201);
      const row = await stored();
      expect(row).toMatchObject({ country: 'US', region: null, user: null });
      expect(Date.now() - Date.parse(row?.createdAt ?? '')).toBeLessThan(60_000);
    });

    it('K: stores the region as US-CA, whichever form the proxy sends', async () => {
      await post(submission).set('cf-ipcountry', 'US').set('cf-region-code', 'CA');
      expect((await stored())?.region).toBe('US-CA');
    });

    it('C11: under the signal no grant is stored that the page would not send', async () => {
      const decisions = { functional: true, analytics: true, marketing: true };
      const given = await submissionTo(app(), { decisions });
      await post(given).set('cf-ipcountry', 'US').set('sec-gpc', '1');
      const [row] = await recordsOf(app(), given.consentId);
      expect(row).toMatchObject({ gpc: true, model: 'opt-out' });
      expect(row?.decisions).toEqual({ functional: true, analytics: false, marketing: false });
      expect(row?.grantedCategories).toEqual(['functional']);
    });

    it('C9: keeps which consent a withdrawal ends', async () => {
      const replaces = randomUUID();
      await post({ ...submission, source: 'withdraw', replaces });
      expect(await stored()).toMatchObject({ source: 'withdraw', replaces });
    });

    it('K: expires by the validity of consent, counted from the decision', async () => {
      await post(submission);
      const { decidedAt, expiresAt } = (await stored()) ?? {};
      const months = (Date.parse(expiresAt ?? '') - Date.parse(decidedAt ?? '')) / (30.4375 * DAY * 1000);
      expect(months).toBeCloseTo(6, 6);
    });

    it('E6: holds no address of the visitor', async () => {
      await post(submission);
      expect(JSON.stringify(await stored())).not.toMatch(/127\.0\.0\.1|::1/);
    });

    it('F2: tells webhooks and listeners once, after the commit, and names no user', async () => {
      const heard: { uid: string; entry: Record<string, unknown> }[] = [];
      const listener = async (...[event]: unknown[]) => {
        const { uid, entry } = event as (typeof heard)[number];
        if (entry.consentId === submission.consentId) heard.push({ uid, entry });
      };
      app().strapi.eventHub.on('consent.recorded', listener);
      await post(submission);
      await post(submission);
      app().strapi.eventHub.off('consent.recorded', listener);
      expect(heard).toHaveLength(1);
      expect(heard[0]).toMatchObject({
        uid: 'plugin::consent.record',
        entry: { decisions: submission.decisions },
      });
      expect(Object.keys(heard[0]?.entry ?? {})).not.toContain('user');
      expect([...app().strapi.get('webhookStore').allowedEvents.values()]).toContain('consent.recorded');
    });
  });

  describe('the same decision', () => {
    it('K: sent again gives 201, the first id, and no second row', async () => {
      const [first, again] = [await post(submission), await post(submission)];
      expect(again.status).toBe(201);
      expect(again.body).toEqual(first.body);
      expect(await recordsOf(app(), submission.consentId)).toHaveLength(1);
    });

    it('K: sent sixty-four times at once is one row too', async () => {
      const answers = await Promise.all(Array.from({ length: 64 }, () => post(submission)));
      expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
      expect(await recordsOf(app(), submission.consentId)).toHaveLength(1);
    });

    it('K: is judged by the decisions that are kept', async () => {
      await post(submission);
      await post({ ...submission, decisions: { ...submission.decisions, unheard: true } });
      expect(await recordsOf(app(), submission.consentId)).toHaveLength(1);
    });

    it('K: without decidedAt every request is a new record', async () => {
      const { decidedAt: _, ...timeless } = submission;
      expect((await post(timeless)).body.id).not.toBe((await post(timeless)).body.id);
      expect(await recordsOf(app(), submission.consentId)).toHaveLength(2);
    });
  });

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

  describe('409', () => {
    it.each(['documentsVersion', 'categoriesVersion', 'trackersVersion', 'policyVersion'] as const)(
      'E4: for another %s, with the current versions',
      async (name) => {
        const versions = { ...submission.versions, [name]: '00000000' };
        const { status, body } = await post({ ...submission, versions });
        expect(status).toBe(409);
        expect(body.error).toMatchObject({ status: 409, details: { versions: submission.versions } });
      },
    );

    it('E4: for a policy version in other letters', async () => {
      await changeSettings(app(), { bannerTitle: `Your choice, ${randomUUID()}` });
      const policyVersion = submission.versions.policyVersion.toUpperCase();
      // A hash of digits alone has no other letters.
      const other = policyVersion === submission.versions.policyVersion ? 'ABCDEF01' : policyVersion;
      const versions = { ...submission.versions, policyVersion: other };
      expect((await post({ ...submission, versions })).status).toBe(409);
    });

    it('E4: not for an earlier policy version that was served and asked for the same', async () => {
      await changeSettings(app(), { bannerTitle: `Your choice, ${randomUUID()}` });
      const later = await submissionTo(app());
      expect(later.versions.policyVersion).not.toBe(submission.versions.policyVersion);
      expect((await post(submission)).status).toBe(201);
      expect((await stored())?.versions.policyVersion).toBe(submission.versions.policyVersion);
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

  onSqliteOnly(() => {
    describe('signed by the site', () => {
      const now = () => Math.floor(Date.now() / 1000);
      const signature = (statement: string, body: string, secret = SECRETS[0] ?? '') =>
        createHmac('sha256', secret)
          .update(signedText('record', statement, body))
          .digest('hex');
      const send = (statement: string, signed: string) =>
        post(JSON.stringify(submission))
          .set('cf-ipcountry', 'DE')
          .set({ 'Consent-Site-Statement': statement, 'Consent-Site-Signature': signed });
      const sendSigned = (statement: string, secret?: string) =>
        send(statement, signature(statement, JSON.stringify(submission), secret));

      it.each(SECRETS)('E5: takes place and model by its word, and says so (%s)', async (secret) => {
        const { status } = await sendSigned(`t=${now()};country=US;region=CA;model=notice`, secret);
        expect(status).toBe(201);
        const place = { country: 'US', region: 'US-CA', model: 'notice', vouchedBy: 'site' };
        expect(await stored()).toMatchObject(place);
      });

      it('resolves the model of the place where the site leaves it open, and believes no header beside', async () => {
        expect((await sendSigned(`t=${now()}`)).status).toBe(201);
        const nowhere = { country: null, region: null, model: 'opt-in', vouchedBy: 'site' };
        expect(await stored()).toMatchObject(nowhere);
      });

      describe('and presented', () => {
        const presentation = {
          banner: '<section>Grüße</section>',
          bannerAgain: '<section>Again</section>',
          files: '/_consent/files/',
          integration: '@permesso/consent-core 0.1.0',
          locale: 'en',
          model: 'opt-in',
          policyVersion: '00000000',
          position: 'bottom',
          preferences: '<form></form>',
          style: 'section{}',
          texts: { optOutNote: 'Ours' },
          type: 'permesso/presentation/v1',
        };
        const text = JSON.stringify(presentation);
        const hash = createHash('sha256').update(text).digest('hex');
        const hand = (body: string, statement = `t=${now()}`) =>
          app()
            .http.post('/api/consent/presentations')
            .set('Content-Type', 'application/json')
            .set('Consent-Site-Statement', statement)
            .set(
              'Consent-Site-Signature',
              createHmac('sha256', SECRETS[0] ?? '')
                .update(signedText('presentation', statement, body))
                .digest('hex'),
            )
            .send(body);

        it('names it, asks for it until it is there, and shows it to an officer', async () => {
          const first = await sendSigned(`t=${now()};presentation=${hash}`);
          expect([first.status, first.headers['consent-presentation']]).toEqual([201, 'unknown']);
          const id = first.body.id;
          const admin = await signInAdmin(app());
          const evidence = async () =>
            (await app().http.get(`/consent/records/${id}`).set('Authorization', `Bearer ${admin}`)).body;
          expect(await evidence()).toMatchObject({ record: { presentation: hash }, presentation: null });
          const handed = await hand(text);
          expect([handed.status, handed.body]).toEqual([201, { hash }]);
          expect((await evidence()).presentation).toMatchObject({ hash, content: presentation });
          const again = await sendSigned(`t=${now()};presentation=${hash}`);
          expect([again.status, again.headers['consent-presentation']]).toEqual([201, undefined]);
          const unnamed = await sendSigned(`t=${now()}`);
          expect([unnamed.status, unnamed.headers['consent-presentation']]).toEqual([201, undefined]);
        });

        it('takes it from a site alone, in the form that its hash is of, of bounded size', async () => {
          const unsigned = await app()
            .http.post('/api/consent/presentations')
            .set('Content-Type', 'application/json')
            .send(text);
          expect(unsigned.status).toBe(403);
          expect(unsigned.body.error.message).toContain('CONSENT_SITE_SECRET');
          expect((await hand(text, `t=${now() - 400}`)).status).toBe(403);
          expect((await hand(` ${text}`)).status).toBe(400);
          expect((await hand('{')).status).toBe(400);
          expect((await hand(JSON.stringify({ ...presentation, zzz: 1 }))).status).toBe(400);
          const large = JSON.stringify({ ...presentation, banner: 'x'.repeat(262_144) });
          expect((await hand(large)).status).toBe(413);
        });
      });

      it('records what nobody has signed, and says so', async () => {
        expect((await post(submission).set('cf-ipcountry', 'DE')).status).toBe(201);
        expect(await stored()).toMatchObject({ country: 'DE', vouchedBy: null });
      });

      it.each<[string, () => Promise<{ status: number; body: { error: { message: string } } }>, string]>([
        ['by another secret', () => sendSigned(`t=${now()}`, 'x'.repeat(40)), 'CONSENT_SITE_SECRET'],
        ['for another body', () => send(`t=${now()}`, signature(`t=${now()}`, '{}')), 'CONSENT_SITE_SECRET'],
        [
          'for another purpose',
          () => {
            const text = signedText('presentation', `t=${now()}`, JSON.stringify(submission));
            return send(
              `t=${now()}`,
              createHmac('sha256', SECRETS[0] ?? '')
                .update(text)
                .digest('hex'),
            );
          },
          'CONSENT_SITE_SECRET',
        ],
        ['by nobody', () => send(`t=${now()};country=US`, ''), 'CONSENT_SITE_SECRET'],
        ['as nothing', () => send('', signature('', JSON.stringify(submission))), 'cannot be read'],
        ['six minutes ago', () => sendSigned(`t=${now() - 360}`), 'set the clocks'],
        ['six minutes ahead', () => sendSigned(`t=${now() + 360}`), 'set the clocks'],
      ])('refuses with 403 what is signed %s', async (_, sent, reason) => {
        const { status, body } = await sent();
        expect(status).toBe(403);
        expect(body.error).toMatchObject({ name: 'ForbiddenError' });
        expect(body.error.message).toContain(reason);
        expect(await stored()).toBeUndefined();
      });
    });
  });

  it('F1: implicit decisions and the browser family are recorded where somebody asked for it', async () => {
    await changeSettings(app(), { recordImplicit: true, recordUserAgent: true });
    const current = await submissionTo(app(), { source: 'implicit' });
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    expect((await post(current).set('User-Agent', firefox)).status).toBe(201);
    const [row] = await recordsOf(app(), current.consentId);
    expect(row).toMatchObject({ source: 'implicit', userAgentFamily: 'Firefox' });
    await changeSettings(app(), { recordImplicit: null, recordUserAgent: null });
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
