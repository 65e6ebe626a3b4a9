import type { RecordSubmission } from '@permesso/consent-core';
import { legalPageHtml } from '@permesso/consent-core/legal';
import { afterEach, expect, it, vi } from 'vitest';
import { getConfigService, getConsentConfig } from '../server/src/config/service';
import { getEvidenceStore } from '../server/src/evidence';
import { TABLES } from '../server/src/evidence/sql/evidence-database';
import type { SnapshotContent } from '../server/src/evidence/store';
import { UIDS } from '../server/src/uids';
import { currentVersions, invalidateConfigCache } from '../server/src/versions';
import { signInAdmin } from './support/admin';
import { onEachDatabase } from './support/app';
import { addLegalPage, addLocale, addProcessor, addTracker, edit, updateSettings } from './support/content';
import { evidenceTables } from './support/evidence-tables';
import { RECORDS, recordsOf, submissionTo, unixNow } from './support/records';

const CONFIG = '/api/consent/config';

onEachDatabase('Snapshots', {}, (app, onSqliteOnly) => {
  const snapshots = () =>
    getEvidenceStore(app().strapi)
      .snapshots.latest(1000)
      .then((latest) => latest.reverse());

  /** The snapshot to which a record refers that is posted there, with these headers. */
  const evidenceOf = async (
    endpoint: string,
    submission: RecordSubmission,
    headers: Record<string, string> = {},
  ) => {
    const { status } = await app().http.post(endpoint).set(headers).send(submission);
    expect(status).toBe(201);
    const [record] = await recordsOf(app(), submission.consentId);
    return (await snapshots()).find(({ hash }) => hash === record?.snapshot)?.content as SnapshotContent;
  };
  const snapshotOf = (policyVersion: string, locale: string | null) =>
    getConfigService(app().strapi).snapshotOf({
      policyVersion,
      locale,
      acceptLanguage: null,
      environment: null,
      by: new Date(),
    });
  afterEach(() => vi.restoreAllMocks());

  it('G2: keeps what a visitor was shown, once for each content and locale', async () => {
    const { http } = app();
    const { body } = await http.get(CONFIG).set('cf-ipcountry', 'DE');
    await http.get(CONFIG).set('cf-ipcountry', 'US');
    invalidateConfigCache(app().strapi);
    await http.get(CONFIG);
    const kept = await snapshots();
    expect(kept).toHaveLength(1);
    const { jurisdiction: _, ...shown } = body;
    expect(kept[0]?.content).toEqual(shown);
    expect(kept[0]).toMatchObject({ policyVersion: body.versions.policyVersion, locale: 'en' });
    expect(kept[0]?.hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('G2: from a policy version and a locale one finds what was shown, also after an edit', async () => {
    const { strapi, http } = app();
    const first = (await http.get(CONFIG)).body.versions.policyVersion;
    await addLocale(strapi, 'de');
    await updateSettings(strapi, { bannerTitle: 'Neu' }, 'de');
    const german = (await http.get(`${CONFIG}?locale=de`)).body;
    const hash = await snapshotOf(german.versions.policyVersion, 'de');
    const kept = (await snapshots()).find((one) => one.hash === hash);
    expect(kept?.content.banner.title).toBe('Neu');
    expect(await snapshotOf(first, 'en')).not.toBeNull();
    expect(await snapshotOf(first, 'pl'), 'any locale of it rather than none').not.toBeNull();
  });

  onSqliteOnly(() => {
    it('G1, G2: a legal text that is rewritten silently makes another snapshot of the same versions', async () => {
      const { strapi, http } = app();
      const admin = await signInAdmin(app());
      const privacy = { kind: 'privacy', slug: 'privacy', effectiveDate: '2026-01-01' };
      const content = 'Kept for [SETTING: retention-months].\n\n{{cookie-table}}\n\n{{policy-version}}';
      const id = await addLegalPage(strapi, { ...privacy, title: 'Privacy', content });
      await strapi.documents(UIDS.legalPage).publish({ documentId: id });
      const versions = (await http.get(CONFIG)).body.versions;
      const decided = async (decidedAt = unixNow()) => {
        const submission = await submissionTo(app(), { decidedAt });
        await evidenceOf(RECORDS, submission);
        const [record] = await recordsOf(app(), submission.consentId);
        return record?.id ?? '';
      };
      const before = await decided();
      const hour = 3600;
      const first_served_at = (unixNow() - hour) * 1000;
      await evidenceTables(app(), (connection) => connection(TABLES.snapshots).update({ first_served_at }));
      await edit(strapi, UIDS.legalPage, id, { content: 'Sold to the highest bidder.' });
      await strapi.documents(UIDS.legalPage).publish({ documentId: id });
      const served = (await http.get(CONFIG)).body;
      expect(served.versions).toEqual(versions);
      expect(served).not.toHaveProperty('legalTexts');
      const after = await decided();
      const late = await decided(unixNow() - hour / 2);
      const longBefore = await decided(unixNow() - 2 * hour);
      const read = async (recordId: string) => {
        const ask = (path: string) =>
          http.get(`/consent/records/${path}`).set('Authorization', `Bearer ${admin}`);
        const { shown } = (await ask(recordId)).body;
        expect(shown.intact).toBe(true);
        expect(shown.legalTexts).toMatchObject([{ kind: 'privacy', title: 'Privacy' }]);
        return (await ask(`${recordId}/legal-texts/${shown.legalTexts[0].hash}`)).body;
      };
      const old = await read(before);
      expect(old).toMatchObject({
        title: 'Privacy',
        locale: 'en',
        effectiveDate: '2026-01-01',
        intact: true,
      });
      expect(old.html).toContain('Kept for 36');
      expect(old.html).toContain('data-consent-cookie-table');
      expect(old.html).toContain(versions.documentsVersion);
      expect((await read(after)).html).toContain('highest bidder');
      expect((await read(late)).html, 'decided before it was rewritten').toContain('Kept for 36');
      expect((await read(longBefore)).html, 'the clock is wrong').toContain('Kept for 36');
      const stolen = `/consent/records/${after}/legal-texts/${old.hash}`;
      expect((await http.get(stolen).set('Authorization', `Bearer ${admin}`)).status).toBe(404);
      expect((await http.get(stolen)).status).toBe(401);
      await strapi.documents(UIDS.legalPage).delete({ documentId: id });
    });
  });

  onSqliteOnly(() => {
    it('G2: a legal text is shown as the site showed it, in its own language and with the trackers of every environment', async () => {
      const { strapi, http } = app();
      const admin = await signInAdmin(app());
      await addLocale(strapi, 'nl');
      const counter = await addTracker(strapi, { name: 'Counter', purpose: 'Counts visits' });
      await edit(strapi, UIDS.tracker, counter, { purpose: 'Telt bezoeken' }, 'nl');
      const elsewhere = await addTracker(strapi, { name: 'Elsewhere', environments: ['staging'] });
      const host = await addProcessor(strapi, { name: 'Host', purpose: 'Hosts the site' });
      await edit(strapi, UIDS.processor, host, { purpose: 'Host de website' }, 'nl');
      const content = '{{cookie-table group=vendor}}\n\n{{processor-table:subprocessors}}';
      const page = await addLegalPage(strapi, { kind: 'cookies', slug: 'shown-cookies', content });
      await strapi.documents(UIDS.legalPage).publish({ documentId: page });
      const {
        content: nodes,
        data,
        locale,
      } = (await http.get('/api/consent/legal/shown-cookies?locale=nl')).body;
      const onSite = legalPageHtml(nodes, { ...data, locale });
      for (const told of ['Counts visits', 'Elsewhere', 'Hosts the site']) expect(onSite).toContain(told);
      const submission = await submissionTo(app(), { locale: 'nl' });
      const hash = (await evidenceOf(RECORDS, submission)).legalTexts?.cookies;
      const [record] = await recordsOf(app(), submission.consentId);
      const ask = (recordId?: string) =>
        http.get(`/consent/records/${recordId}/legal-texts/${hash}`).set('Authorization', `Bearer ${admin}`);
      expect((await ask(record?.id)).body.html).toBe(onSite);
      await edit(strapi, UIDS.tracker, counter, { loaderSrc: '/counter.js', loaderStrategy: 'lazy' });
      const { legalTexts } = await evidenceOf(RECORDS, await submissionTo(app(), { locale: 'nl' }));
      expect(legalTexts?.cookies, 'a change that no table shows').toBe(hash);
      for (const [uid, documentId] of [
        [UIDS.tracker, counter],
        [UIDS.tracker, elsewhere],
        [UIDS.processor, host],
        [UIDS.legalPage, page],
      ] as const) {
        await strapi.documents(uid).delete({ documentId, locale: '*' });
      }
    });
  });

  it('K: a policy version without a snapshot is unknown', async () => {
    const { strapi, http } = app();
    const { policyVersion } = (await http.get(CONFIG)).body.versions;
    expect(await snapshotOf(policyVersion, 'en')).not.toBeNull();
    expect(await snapshotOf('00000000', 'en')).toBeNull();
    await updateSettings(strapi, { bannerTitle: 'Nobody was served this' });
    expect(await snapshotOf((await currentVersions(strapi)).policyVersion, 'en')).toBeNull();
  });

  it('G2: a record refers to what the server of its visitor shows, whatever a host renders besides', async () => {
    const { strapi, http } = app();
    await addTracker(strapi, { name: 'In staging', environments: ['staging'] });
    const shown = (await http.get(CONFIG)).body;
    const staging = await getConsentConfig(strapi, { environment: 'staging' });
    expect(staging.versions, 'K: the version comes before the filter').toEqual(shown.versions);
    const decided = () => submissionTo(app());
    expect((await evidenceOf(RECORDS, await decided())).trackers).toEqual(shown.trackers);
    expect(shown.recording.endpoint).toBe(RECORDS);
    expect((await evidenceOf(staging.recording.endpoint, await decided())).trackers).toEqual(
      staging.trackers,
    );
    expect(staging.trackers).toHaveLength(shown.trackers.length + 1);
  });

  it('G2: a record that names no language refers to the one that its visitor was served', async () => {
    const { strapi } = app();
    await addLocale(strapi, 'fr');
    await getConsentConfig(strapi, { locale: 'fr' });
    await getConsentConfig(strapi, { locale: 'en' });
    const spoken = async (language: string) =>
      (
        await evidenceOf(RECORDS, await submissionTo(app(), { locale: undefined }), {
          'Accept-Language': language,
        })
      ).locale;
    expect(await spoken('fr-CA')).toBe('fr');
    expect(await spoken('en')).toBe('en');
    expect(await spoken('pl')).toBe('en');
  });

  it('G2: a record refers to what is shown now, not to what was kept last', async () => {
    const { strapi, http } = app();
    const later = performance.now();
    for (const url of ['', 'https://moved.example', '']) {
      strapi.config.set('server.url', url);
      // As a start with other options does.
      invalidateConfigCache(strapi);
      await http.get(CONFIG);
    }
    const submission = await submissionTo(app());
    // Nobody has asked for the config since everything that this server remembers of it has run out.
    vi.spyOn(performance, 'now').mockImplementation(() => later + 4_000_000);
    expect((await evidenceOf(RECORDS, submission)).recording.endpoint).toBe(RECORDS);
  });

  it('returning to an earlier state keeps nothing twice', async () => {
    const { strapi, http } = app();
    await updateSettings(strapi, { bannerTitle: 'A' });
    await http.get(CONFIG);
    await updateSettings(strapi, { bannerTitle: 'B' });
    await http.get(CONFIG);
    const before = (await snapshots()).length;
    await updateSettings(strapi, { bannerTitle: 'A' });
    await http.get(CONFIG);
    expect(await snapshots()).toHaveLength(before);
  });

  it('G2: what many ask for at once for the first time is kept once', async () => {
    const { strapi, http } = app();
    await updateSettings(strapi, { bannerTitle: 'Race' });
    await Promise.all(Array.from({ length: 8 }, () => http.get(CONFIG)));
    const kept = (await snapshots()).filter(({ content }) => content.banner.title === 'Race');
    expect(kept).toHaveLength(1);
  });
});
