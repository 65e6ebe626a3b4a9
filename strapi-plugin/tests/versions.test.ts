import type { RecordSubmission } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import { afterEach, expect, it, vi } from 'vitest';
import { getConfigService, getConsentConfig } from '../server/src/config/service';
import { getEvidenceStore } from '../server/src/evidence';
import type { SnapshotContent } from '../server/src/evidence/store';
import { UIDS } from '../server/src/uids';
import {
  computeVersions,
  currentVersions,
  invalidateConfigCache,
  recomputeVersions,
} from '../server/src/versions';
import { getVersionsService } from '../server/src/versions/service';
import { signInAdmin } from './support/admin';
import { type App, onEachDatabase, onSqlite } from './support/app';
import { addLegalPage, addLocale, addTracker, categoryId, edit, updateSettings } from './support/content';
import { RECORDS, recordsOf, submissionTo } from './support/records';

const CONFIG = '/api/consent/config';

/** Which of the four hashes an act changes. */
async function changedBy(app: App, act: (strapi: Core.Strapi) => Promise<unknown>): Promise<string[]> {
  const versions = async (): Promise<Record<string, string>> => (await app.http.get(CONFIG)).body.versions;
  const before = await versions();
  await act(app.strapi);
  const after = await versions();
  return Object.keys(after).filter((name) => after[name] !== before[name]);
}

onEachDatabase('Versions', {}, (app) => {
  afterEach(() => vi.restoreAllMocks());

  it('B: are the first 8 hex digits of a hash', async () => {
    for (const version of Object.values(await currentVersions(app().strapi))) {
      expect(version).toMatch(/^[0-9a-f]{8}$/);
    }
  });

  it('G1: a visible edit changes the policy version alone', async () => {
    const only = ['policyVersion'];
    expect(await changedBy(app(), (strapi) => updateSettings(strapi, { bannerTitle: 'Hello' }))).toEqual(
      only,
    );
    const named = { controllerName: 'Shop Ltd' };
    expect(await changedBy(app(), (strapi) => updateSettings(strapi, named))).toEqual(only);
    expect(await changedBy(app(), (strapi) => updateSettings(strapi, { urlPassthrough: true }))).toEqual(
      only,
    );
    expect(await changedBy(app(), (strapi) => updateSettings(strapi, { expiresAfterMonths: 12 }))).toEqual(
      only,
    );
    expect(
      await changedBy(app(), async (strapi) =>
        edit(strapi, UIDS.category, await categoryId(strapi, 'analytics'), { label: 'Statistics' }),
      ),
    ).toEqual(only);
  });

  it('G1: what is not published changes nothing', async () => {
    expect(await changedBy(app(), (strapi) => updateSettings(strapi, { retentionMonths: 12 }))).toEqual([]);
    expect(await changedBy(app(), (strapi) => updateSettings(strapi, { recordingMode: null }))).toEqual([]);
    expect(await changedBy(app(), (strapi) => addTracker(strapi, { name: 'Off', enabled: false }))).toEqual(
      [],
    );
  });

  it('G1: the categories version covers key and required', async () => {
    const material = ['policyVersion', 'categoriesVersion'];
    const change = (data: Record<string, unknown>) => async (strapi: Core.Strapi) =>
      edit(strapi, UIDS.category, await categoryId(strapi, 'functional'), data);
    expect(await changedBy(app(), change({ required: true }))).toEqual(material);
    expect(await changedBy(app(), change({ required: false }))).toEqual(material);
  });

  it('G1: the trackers version covers id, category and kind of every enabled tracker', async () => {
    const material = ['policyVersion', 'trackersVersion'];
    let id = '';
    expect(
      await changedBy(app(), async (strapi) => {
        id = await addTracker(strapi, { name: 'Chat' });
      }),
    ).toEqual(material);
    const change = (data: Record<string, unknown>) => (strapi: Core.Strapi) =>
      edit(strapi, UIDS.tracker, id, data);
    expect(await changedBy(app(), change({ purpose: 'Chat with us.' }))).toEqual(['policyVersion']);
    expect(await changedBy(app(), change({ kind: 'pixel' }))).toEqual(material);
    expect(
      await changedBy(app(), async (strapi) =>
        edit(strapi, UIDS.tracker, id, { category: await categoryId(strapi, 'marketing') }),
      ),
    ).toEqual(material);
    expect(await changedBy(app(), change({ enabled: false }))).toEqual(material);
    expect(
      await changedBy(app(), (strapi) => strapi.documents(UIDS.tracker).delete({ documentId: id })),
    ).toEqual([]);
  });

  it('G1: the documents version follows the effective date of published privacy and cookie pages', async () => {
    const material = ['policyVersion', 'documentsVersion'];
    const pages = (strapi: Core.Strapi) => strapi.documents(UIDS.legalPage);
    let id = '';
    expect(
      await changedBy(app(), async (strapi) => {
        id = await addLegalPage(strapi, { slug: 'cookies', kind: 'cookies', effectiveDate: '2026-11-01' });
      }),
      'a draft never counts',
    ).toEqual([]);
    expect(await changedBy(app(), (strapi) => pages(strapi).publish({ documentId: id }))).toEqual(material);
    expect(
      await changedBy(app(), async (strapi) => {
        await edit(strapi, UIDS.legalPage, id, { content: '# Text without the typo' });
        await pages(strapi).publish({ documentId: id });
      }),
    ).toEqual([]);
    expect(
      await changedBy(app(), async (strapi) => {
        await edit(strapi, UIDS.legalPage, id, { effectiveDate: '2026-12-01' });
        await pages(strapi).publish({ documentId: id });
      }),
    ).toEqual(material);
    expect(await changedBy(app(), (strapi) => pages(strapi).unpublish({ documentId: id }))).toEqual(material);
    expect(
      await changedBy(app(), async (strapi) => {
        const terms = await addLegalPage(strapi, {
          slug: 'terms',
          kind: 'terms',
          effectiveDate: '2026-11-01',
        });
        await pages(strapi).publish({ documentId: terms });
      }),
      'terms are not part of what was consented to',
    ).toEqual([]);
  });

  it('G3: follows writes below the document service', async () => {
    const raw = (data: object) => (strapi: Core.Strapi) =>
      strapi.db.query(UIDS.setting).updateMany({ where: {}, data });
    expect(await changedBy(app(), raw({ bannerTitle: 'Imported' }))).toEqual(['policyVersion']);
  });

  it('G3: reads nothing again while nothing has changed, and sees what somebody changes by SQL', async () => {
    const { strapi } = app();
    const versions = getVersionsService(strapi);
    await addTracker(strapi, { name: 'Of a category' });
    const { metadata, connection } = strapi.db;
    const before = await versions.published();
    expect(await versions.refreshed()).toBe(before);
    const category = metadata.get(UIDS.tracker).attributes.category as { joinTable: { name: string } };
    await connection(category.joinTable.name).delete();
    const unlinked = await versions.refreshed();
    expect(unlinked.content.trackers.map(({ shared }) => shared.category)).not.toContain(expect.anything());
    expect(unlinked.versions).not.toEqual(before.versions);
    await connection(metadata.get(UIDS.setting).tableName).update({ retention_months: 7 });
    const shortened = await versions.refreshed();
    expect(shortened.content.settings?.shared.retentionMonths).toBe(7);
    expect(await versions.refreshed()).toBe(shortened);
  });

  it('G3: sees nothing before the commit, and all of it after', async () => {
    const { strapi } = app();
    const before = await currentVersions(strapi);
    await strapi.db.transaction(async () => {
      await updateSettings(strapi, { bannerTitle: 'In a transaction' });
    });
    expect(await currentVersions(strapi)).not.toEqual(before);
    const committed = await currentVersions(strapi);
    await strapi.db
      .transaction(async () => {
        await updateSettings(strapi, { bannerTitle: 'Never' });
        throw new Error('undo');
      })
      .catch(() => undefined);
    expect(await currentVersions(strapi)).toEqual(committed);
  });

  it('G3: a reading within a transaction asks its one connection one question at a time', async () => {
    const { strapi } = app();
    const asked = new Map<string, number>();
    let most = 0;
    const begun = ({ __knexUid: connection }: { __knexUid: string }) => {
      asked.set(connection, (asked.get(connection) ?? 0) + 1);
      most = Math.max(most, asked.get(connection) ?? 0);
    };
    const answered = (_rows: unknown, { __knexUid: connection }: { __knexUid: string }) =>
      asked.set(connection, (asked.get(connection) ?? 0) - 1);
    await strapi.db.transaction(async ({ trx }) => {
      trx.on('query', begun).on('query-response', answered);
      await currentVersions(strapi);
    });
    expect(most).toBe(1);
  });

  it('G1: a translation changes the policy version of every locale', async () => {
    await addLocale(app().strapi, 'de');
    const changed = await changedBy(app(), (strapi) =>
      updateSettings(strapi, { bannerTitle: 'Hallo' }, 'de'),
    );
    expect(changed).toEqual(['policyVersion']);
  });

  it('G1: a new effective date asks once, with the first translation that is published with it', async () => {
    const { strapi } = app();
    const pages = strapi.documents(UIDS.legalPage);
    const dates = async () =>
      (
        await app().http.get('/consent/published-state').set('Authorization', `Bearer ${token}`)
      ).body.documents
        .filter((one: { documentId: string }) => one.documentId === id)
        .map((one: { effectiveDate: string | null }) => one.effectiveDate);
    const token = await signInAdmin(app());
    const id = await addLegalPage(strapi, { slug: 'data', kind: 'privacy', effectiveDate: '2026-01-01' });
    await edit(strapi, UIDS.legalPage, id, { title: 'Daten', content: '# Text' }, 'de');
    await pages.publish({ documentId: id, locale: '*' });
    await edit(strapi, UIDS.legalPage, id, { effectiveDate: '2026-02-01' }, 'de');
    const publish = (locale: string) => () => pages.publish({ documentId: id, locale });
    expect(await dates()).toEqual(['2026-01-01']);
    expect(await changedBy(app(), publish('de'))).toEqual(['policyVersion', 'documentsVersion']);
    expect(await dates(), 'what the admin compares with').toEqual(['2026-02-01']);
    expect(await changedBy(app(), publish('en'))).toEqual([]);
    expect(await dates()).toEqual(['2026-02-01']);
  });

  it('computeVersions reads the database; recomputeVersions serves what it read', async () => {
    const { strapi } = app();
    expect(await computeVersions(strapi)).toEqual(await currentVersions(strapi));
    expect(await recomputeVersions(strapi)).toEqual(await computeVersions(strapi));
  });

  it('G3: the edits of another instance on the same database are followed within 30 seconds', async () => {
    const { strapi, http } = app();
    const before = (await http.get(CONFIG)).body.versions.policyVersion;
    // What it writes reaches this one through the database alone.
    await strapi.db.connection('consent_settings').update({ banner_title: 'From elsewhere' });
    const start = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => start + 30_000);
    const { body } = await http.get(CONFIG);
    expect(body.banner.title).toBe('From elsewhere');
    expect(body.versions.policyVersion).not.toBe(before);
  });
});

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
      const decided = async () => {
        const submission = await submissionTo(app());
        await evidenceOf(RECORDS, submission);
        const [record] = await recordsOf(app(), submission.consentId);
        return record?.id ?? '';
      };
      const before = await decided();
      await edit(strapi, UIDS.legalPage, id, { content: 'Sold to the highest bidder.' });
      await strapi.documents(UIDS.legalPage).publish({ documentId: id });
      const served = (await http.get(CONFIG)).body;
      expect(served.versions).toEqual(versions);
      expect(served).not.toHaveProperty('legalTexts');
      const after = await decided();
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
      const stolen = `/consent/records/${after}/legal-texts/${old.hash}`;
      expect((await http.get(stolen).set('Authorization', `Bearer ${admin}`)).status).toBe(404);
      expect((await http.get(stolen)).status).toBe(401);
      await strapi.documents(UIDS.legalPage).delete({ documentId: id });
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

/** As an app writes it in `src/extensions/consent/strapi-server.js`. */
const WITH_DRAFTS = `module.exports = (plugin) => {
  for (const name of ['tracker', 'processor']) plugin.contentTypes[name].schema.options = { draftAndPublish: true };
  return plugin;
};`;

onSqlite('Types to which an app has given drafts', { extension: WITH_DRAFTS }, (app) => {
  const trackers = async () => (await app().http.get(CONFIG)).body.trackers.map(({ name }: Named) => name);
  const listed = async () =>
    (await app().http.get('/api/consent/subprocessors')).body.processors.map(({ name }: Named) => name);

  it('G1, G3: a tracker is served from its publication until that is taken back, as it was published', async () => {
    const { strapi } = app();
    const documents = strapi.documents(UIDS.tracker);
    const documentId = await addTracker(strapi, { name: 'Draft' });
    expect(await trackers()).toEqual([]);
    await documents.publish({ documentId });
    expect(await trackers()).toEqual(['Draft']);
    await edit(strapi, UIDS.tracker, documentId, { name: 'Not yet' });
    expect(await trackers()).toEqual(['Draft']);
    await documents.unpublish({ documentId });
    expect(await trackers()).toEqual([]);
  });

  it('K: a sub-processor is on the public list as long as it is published', async () => {
    const documents = app().strapi.documents(UIDS.processor);
    const transfer = { transferMechanism: 'none', country: 'DE', purpose: 'Hosting', dataCategories: [] };
    const data = { name: 'Host', role: 'processor', subprocessor: true, state: 'active', ...transfer };
    const { documentId } = await documents.create({ data });
    expect(await listed()).toEqual([]);
    await documents.publish({ documentId });
    expect(await listed()).toEqual(['Host']);
    await documents.unpublish({ documentId });
    expect(await listed()).toEqual([]);
  });
});

interface Named {
  name: string;
}
