import type { Core } from '@strapi/strapi';
import { afterEach, expect, it, vi } from 'vitest';
import { UIDS } from '../server/src/uids';
import { computeVersions, currentVersions, recomputeVersions } from '../server/src/versions';
import { getVersionsService } from '../server/src/versions/service';
import { signInAdmin } from './support/admin';
import { type App, onEachDatabase, onSqlite } from './support/app';
import { addLegalPage, addLocale, addTracker, categoryId, edit, updateSettings } from './support/content';

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
