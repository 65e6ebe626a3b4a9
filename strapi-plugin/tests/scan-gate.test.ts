import { beforeAll, beforeEach, expect, it } from 'vitest';
import { UIDS } from '../server/src/uids';
import { signInAdmin } from './support/admin';
import { onSqlite } from './support/app';
import { updateSettings } from './support/content';
import { reportFinding, scanReport } from './support/scan-report';
import { apiToken, forgetScans, sendReport } from './support/scans';

onSqlite('publishing with scan.gate', { options: { scan: { gate: 'serious' } } }, (app) => {
  let token: string;
  let officer: string;
  beforeAll(async () => {
    token = await apiToken(app(), 'CI');
    officer = await signInAdmin(app());
  });
  beforeEach(() => forgetScans(app()));
  const open = (changes = {}) => sendReport(app(), token, scanReport([reportFinding(changes)]));
  const manager = (method: 'post' | 'put', path: string, body: object) =>
    app()
      .http[method](`/content-manager/collection-types/${path}`)
      .set('Authorization', `Bearer ${officer}`)
      .send(body);
  const addTracker = async (body: object) => {
    const category = await app()
      .strapi.documents(UIDS.category)
      .findFirst({ filters: { key: 'analytics' } });
    const tracker = {
      kind: 'script',
      category: { connect: [{ documentId: category?.documentId }] },
      ...body,
    };
    return manager('post', UIDS.tracker, tracker);
  };

  it('refuses what an editor publishes while a serious finding is open, by its name', async () => {
    await open();
    const saved = await app()
      .http.put('/consent/settings')
      .set('Authorization', `Bearer ${officer}`)
      .send({ shared: { showRejectAll: true } });
    const added = await addTracker({ name: 'New one', enabled: true });
    for (const { status, body } of [saved, added]) {
      expect(status).toBe(400);
      expect(body.error.message).toContain('C101 www.google-analytics.com is contacted before a choice');
    }
    const { body } = await app().http.get('/api/consent/config');
    expect(JSON.stringify(body.trackers)).not.toContain('New one');
  });

  it('lets pass what makes the site do less, and what settles the finding', async () => {
    await open();
    const added = await addTracker({ name: 'Prepared', enabled: false });
    expect(added.status).toBe(201);
    const { documentId } = added.body.data;
    expect((await manager('put', `${UIDS.tracker}/${documentId}`, { enabled: true })).status).toBe(400);
    const { body } = await app()
      .http.get('/consent/scans/findings')
      .set('Authorization', `Bearer ${officer}`);
    const id = body.docs[0].documentId;
    const declared = await app()
      .http.post(`/consent/scans/findings/${id}/declare`)
      .set('Authorization', `Bearer ${officer}`)
      .send({ preset: 'ga4', category: 'analytics' });
    expect(declared.status).toBe(201);
    expect((await manager('put', `${UIDS.tracker}/${documentId}`, { enabled: true })).status).toBe(200);
  });

  it('refuses a legal page however it is published, and lets its drafts be saved', async () => {
    const pages = app().strapi.documents(UIDS.legalPage);
    const title: Record<string, unknown> = { title: 'Another' };
    const data = { title: 'Privacy', slug: 'privacy', kind: 'privacy', content: '# Text' };
    const { documentId } = await pages.create({ data });
    await open();
    const status = 'published' as const;
    const publishing = [
      () => pages.publish({ documentId }),
      () => pages.update({ documentId, data: title, status }),
      () => pages.create({ data: { ...data, slug: 'other' }, status }),
      () => pages.clone({ documentId, data: { slug: 'copy' }, status }),
    ];
    for (const publish of publishing) await expect(publish()).rejects.toThrow(/C101/);
    await pages.update({ documentId, data: title });
    expect(await pages.findMany({ status, fields: ['slug'] })).toEqual([]);
  });

  it('is not for findings that are less severe', async () => {
    await open({ severity: 'moderate' });
    expect((await addTracker({ name: 'Fine', enabled: true })).status).toBe(201);
  });

  it('is also for what nobody asks for at that moment, such as a release at its time', async () => {
    await open();
    await expect(updateSettings(app().strapi, { bannerTitle: 'By itself' })).rejects.toThrow(/C101/);
  });
});
