import { randomUUID } from 'node:crypto';
import type { RecordSubmission } from '@permesso/consent-core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { getConsentConfig } from '../server/src/config/service';
import { getEvidenceStore } from '../server/src/evidence';
import { getVersionsService } from '../server/src/versions/service';
import { getSnapshotsService } from '../server/src/versions/snapshots';
import { onEachDatabase } from './support/app';
import { addTracker } from './support/content';
import { changeSettings, postRecord, RECORDS, recordsOf, submissionTo, UNLIMITED } from './support/records';

const DAY = 86_400;

onEachDatabase('POST records', { options: UNLIMITED }, (app) => {
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

    it('keeps no consent string where the website takes part in no framework, and refuses what is none', async () => {
      expect((await post({ ...submission, tcString: 'CQbGaMAQ.IFukA' })).status).toBe(201);
      expect(await stored()).not.toHaveProperty('tcString');
      for (const tcString of [7, '', 'CQ IF', 'CQ..IF', 'C'.repeat(3073)]) {
        const { status, body } = await post({ ...submission, tcString });
        expect([status, body.error.details.errors[0].path]).toEqual([400, ['tcString']]);
      }
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
