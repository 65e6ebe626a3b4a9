import type { ProcessorEntry } from '@permesso/consent-core';
import { processorEntrySchema } from '@permesso/consent-core/schema';
import type { Core } from '@strapi/strapi';
import { afterEach, expect, it, vi } from 'vitest';
import { getPluginOptions } from '../server/src/options';
import {
  computeSubprocessorsVersion,
  getProcessors,
  getProcessorTableData,
  getSubprocessors,
  recomputeSubprocessorsVersion,
} from '../server/src/processors';
import { UIDS } from '../server/src/uids';
import { onEachDatabase, withSqlite } from './support/app';
import { addLocale, edit, updateSettings } from './support/content';

const LIST = '/api/consent/subprocessors';
const today = () => new Date().toISOString().slice(0, 10);

async function addProcessor(
  strapi: Core.Strapi,
  data: { name: string } & Record<string, unknown>,
): Promise<string> {
  const created = await strapi.documents(UIDS.processor).create({
    data: {
      role: 'sub-processor',
      purpose: 'Hosting',
      dataCategories: ['IP addresses'],
      country: 'DE',
      transferMechanism: 'none',
      subprocessor: true,
      showInPrivacyPolicy: true,
      verified: false,
      state: 'active',
      ...data,
    },
  });
  return created.documentId;
}

onEachDatabase('GET subprocessors', {}, (app) => {
  it('E8, K: starts empty, with the terms of notice and nothing in the log', async () => {
    const { status, body, headers } = await app().http.get(LIST);
    expect(status).toBe(200);
    expect(body).toEqual({
      version: expect.stringMatching(/^[0-9a-f]{8}$/),
      changedAt: null,
      noticeDays: 30,
      noticeEmail: null,
      processors: [],
      changes: [],
    });
    expect(headers['cache-control']).toBe('public, max-age=300, s-maxage=3600, stale-while-revalidate=86400');
  });

  it('hashes the register once for all who ask, not for each of them', async () => {
    await app().http.get(LIST);
    const written = vi.spyOn(JSON, 'stringify');
    await Promise.all(['en', 'de', 'made-up'].map((locale) => app().http.get(`${LIST}?locale=${locale}`)));
    // What is hashed is written with sorted keys; that of the register has one for each locale.
    const hashed = written.mock.calls.filter(
      ([value, sorted]) => sorted && Object.hasOwn(Object(value), 'en'),
    );
    written.mockRestore();
    expect(hashed).toEqual([]);
  });

  it('E8: publishes nothing of a transaction that is rolled back', async () => {
    const { strapi, http } = app();
    const before = (await http.get(LIST)).body;
    const abandoned = strapi.db.transaction(async () => {
      await addProcessor(strapi, { name: 'Never Hired' });
      await recomputeSubprocessorsVersion(strapi);
      const list = await getSubprocessors(strapi, getPluginOptions(strapi));
      expect(JSON.stringify(list)).toContain('Never Hired');
      throw new Error('rolled back');
    });
    await expect(abandoned).rejects.toThrow('rolled back');
    expect((await http.get(LIST)).body).toEqual(before);
  });

  it('E8, K: lists who is sub-processor and active, by name', async () => {
    const { strapi, http } = app();
    await addProcessor(strapi, { name: 'Zeta Mail' });
    await addProcessor(strapi, {
      name: 'alpha Hosting',
      dpaUrl: 'https://alpha.example/dpa',
      addedAt: '2026-01-02',
    });
    await addProcessor(strapi, { name: 'Controller', role: 'independent-controller', subprocessor: false });
    await addProcessor(strapi, { name: 'Gone', state: 'removed' });
    const { body } = await http.get(LIST);
    expect(body.processors.map(({ name }: ProcessorEntry) => name)).toEqual(['alpha Hosting', 'Zeta Mail']);
    for (const entry of body.processors) expect(processorEntrySchema.parse(entry)).toEqual(entry);
    expect(body.processors[0]).toMatchObject({
      status: 'active',
      transfer: { mechanism: 'none' },
      dpaUrl: 'https://alpha.example/dpa',
      addedAt: '2026-01-02',
    });
  });

  it('K: the log says what was published when, newest first, and survives a deletion', async () => {
    const { strapi, http } = app();
    const [zeta] = await strapi.documents(UIDS.processor).findMany({ filters: { name: 'Zeta Mail' } });
    await strapi.documents(UIDS.processor).delete({ documentId: zeta?.documentId ?? '' });
    const { body } = await http.get(LIST);
    expect(body.changes).toEqual([
      { name: 'Zeta Mail', change: 'removed', date: today() },
      { name: 'alpha Hosting', change: 'added', date: today() },
      { name: 'Zeta Mail', change: 'added', date: today() },
    ]);
    expect(body.changedAt).toBe(today());
  });

  it('an edit that adds and removes nobody is a new version and no change', async () => {
    const { strapi, http } = app();
    const before = (await http.get(LIST)).body;
    const [alpha] = before.processors;
    await edit(strapi, UIDS.processor, alpha.id, { purpose: 'Hosting and backups' });
    const after = (await http.get(LIST)).body;
    expect(after.version).not.toBe(before.version);
    expect(after.changes).toEqual(before.changes);
  });

  it('whoever stops being a sub-processor leaves the list and enters the log', async () => {
    const { strapi, http } = app();
    const id = await addProcessor(strapi, { name: 'Brief Guest' });
    await edit(strapi, UIDS.processor, id, { state: 'removed', removedAt: today() });
    const { body } = await http.get(LIST);
    expect(body.processors.map(({ name }: ProcessorEntry) => name)).not.toContain('Brief Guest');
    expect(body.changes.slice(0, 2)).toEqual([
      { name: 'Brief Guest', change: 'removed', date: today() },
      { name: 'Brief Guest', change: 'added', date: today() },
    ]);
  });

  it('its etag begins with the version; a list that returns to an earlier state is a new answer', async () => {
    const { strapi, http } = app();
    const first = await http.get(LIST);
    expect(first.headers.etag).toMatch(new RegExp(`^"${first.body.version}:`));
    const again = (etag?: string) => http.get(LIST).set('If-None-Match', etag ?? '');
    expect((await again(first.headers.etag)).status).toBe(304);
    const id = await addProcessor(strapi, { name: 'Brief Guest again' });
    await strapi.documents(UIDS.processor).delete({ documentId: id });
    const second = await again(first.headers.etag);
    expect(second.status).toBe(200);
    expect(second.body.version).toBe(first.body.version);
  });

  it('K: days, address and subscription come from the settings', async () => {
    const { strapi, http } = app();
    const before = await http.get(LIST);
    const settings = {
      noticeDays: 14,
      noticeEmail: 'dpo@shop.example',
      subscribeUrl: 'https://shop.example/feed',
    };
    await updateSettings(strapi, settings);
    const { body, headers } = await http.get(LIST);
    expect(body).toMatchObject(settings);
    expect(headers.etag).not.toBe(before.headers.etag);
  });

  it('is in the language asked for', async () => {
    const { strapi, http } = app();
    await addLocale(strapi, 'de');
    const [alpha] = (await http.get(LIST)).body.processors;
    await edit(strapi, UIDS.processor, alpha.id, { purpose: 'Hosting und Sicherung' }, 'de');
    const german = await http.get(`${LIST}?locale=de`);
    expect(german.body.processors[0].purpose).toBe('Hosting und Sicherung');
    expect((await http.get(LIST)).body.processors[0].purpose).toBe('Hosting and backups');
    expect(german.headers.etag).not.toBe((await http.get(LIST)).headers.etag);
  });

  it('getSubprocessors, getProcessors and getProcessorTableData agree with it', async () => {
    const { strapi, http } = app();
    const options = getPluginOptions(strapi);
    const { body } = await http.get(LIST);
    expect(await getSubprocessors(strapi, options)).toEqual(body);
    const register = await getProcessors(strapi, options);
    expect(register.map(({ name }) => name)).toEqual(['alpha Hosting', 'Brief Guest', 'Controller', 'Gone']);
    expect(await getProcessorTableData(strapi)).toEqual({
      processors: register,
      processorChanges: body.changes,
    });
  });

  it('computeSubprocessorsVersion reads the database, recomputeSubprocessorsVersion publishes it', async () => {
    const { strapi, http } = app();
    const { version } = (await http.get(LIST)).body;
    expect(await computeSubprocessorsVersion(strapi)).toBe(version);
    expect(await recomputeSubprocessorsVersion(strapi)).toBe(version);
  });
});

onEachDatabase('The change log under load', {}, (app) => {
  afterEach(() => vi.restoreAllMocks());

  it('many changes at once leave a log without gaps or repetitions', async () => {
    const { strapi, http } = app();
    const names = Array.from({ length: 6 }, (_, index) => `Processor ${index}`);
    await Promise.all(names.map((name) => addProcessor(strapi, { name })));
    await Promise.all(Array.from({ length: 6 }, () => http.get(LIST)));
    const { changes } = (await http.get(LIST)).body;
    expect(changes.map(({ name }: { name: string }) => name).sort()).toEqual(names);
    expect(new Set(changes.map(({ change }: { change: string }) => change))).toEqual(new Set(['added']));
  });

  it('G3: what another instance published is followed within 30 seconds', async () => {
    const { strapi, http } = app();
    await http.get(LIST);
    await strapi.db.connection('consent_processors').where({ name: 'Processor 3' }).delete();
    const start = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => start + 30_000);
    const { changes } = (await http.get(LIST)).body;
    expect(changes[0]).toEqual({ name: 'Processor 3', change: 'removed', date: today() });
  });
});

withSqlite('Without the register', (start) => {
  it('GET subprocessors is 404, and 403 first for a foreign origin', async () => {
    const app = await start({ options: { processors: false } });
    const { status, body } = await app.http.get(LIST);
    expect(status).toBe(404);
    expect(body).toMatchObject({ data: null, error: { status: 404, name: 'NotFoundError' } });
    expect((await app.http.get(LIST).set('Origin', 'https://evil.example')).status).toBe(403);
    const options = getPluginOptions(app.strapi);
    expect(await getProcessors(app.strapi, options)).toEqual([]);
    expect(await getProcessorTableData(app.strapi)).toEqual({});
    await expect(getSubprocessors(app.strapi, options)).rejects.toThrow('set processors: true');
  });
});
