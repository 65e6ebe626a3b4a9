import { createHash, createHmac } from 'node:crypto';
import { type RecordSubmission, signedText } from '@permesso/consent-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { signInAdmin } from './support/admin';
import { onSqlite } from './support/app';
import { postRecord, recordsOf, submissionTo, UNLIMITED } from './support/records';

const SECRETS = ['the-newer-secret-of-a-site-0123456789', 'the-older-secret-of-a-site-0123456789'];
const OPTIONS = { ...UNLIMITED, site: { secret: SECRETS.join(' ') } };

onSqlite('POST records', { options: OPTIONS }, (app) => {
  let submission: RecordSubmission;
  beforeEach(async () => {
    submission = await submissionTo(app());
  });
  const post = (body: object | string) => postRecord(app(), body);
  const stored = async () => (await recordsOf(app(), submission.consentId))[0];

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
