import { beforeAll, beforeEach, expect, it } from 'vitest';
import { getEvidenceStore } from '../server/src/evidence';
import { getConsentOverview, overviewInParts } from '../server/src/overview/overview';
import { UIDS } from '../server/src/uids';
import { fieldsOfType, signInAdmin } from './support/admin';
import { onSqlite } from './support/app';
import { reportFinding, SITE, scanReport } from './support/scan-report';
import { apiToken, forgetScans, sendReport } from './support/scans';

const DAY = 86_400_000;

onSqlite('findings in the admin', {}, (app) => {
  let token: string;
  let officer: string;
  beforeAll(async () => {
    token = await apiToken(app(), 'CI');
    officer = await signInAdmin(app());
  });
  beforeEach(() => forgetScans(app()));
  const get = (path: string, as = officer) =>
    app().http.get(`/consent/scans/${path}`).set('Authorization', `Bearer ${as}`);
  const act = (path: string, body: object = {}, as = officer) =>
    app().http.post(`/consent/scans/${path}`).set('Authorization', `Bearer ${as}`).send(body);
  const list = async (query = '') => (await get(`findings?${query}`)).body;
  /** Sends a report with one finding, and answers with its document id. */
  const found = async (finding = reportFinding(), minutesAgo = 20): Promise<string> => {
    await sendReport(app(), token, scanReport([finding], { minutesAgo }));
    return (await list('state=any')).docs[0].documentId;
  };
  const trail = async () =>
    (await getEvidenceStore(app().strapi).audit.page({ uid: UIDS.scanFinding }, { limit: 1 })).entries[0];

  it('are listed by what an editor looks for', async () => {
    const minor = reportFinding({
      rule: 'C202',
      severity: 'minor',
      host: 'a.example',
      pages: [`${SITE}about`],
    });
    await sendReport(app(), token, scanReport([minor, reportFinding()]));
    const all = await list();
    expect(all.docs.map(({ rule }: { rule: string }) => rule)).toEqual(['C101', 'C202']);
    expect(all).toMatchObject({
      found: 2,
      rules: ['C101', 'C202'],
      sites: ['https://shop.example'],
      pages: [SITE, `${SITE}about`],
      nextCursor: null,
    });
    expect(all.docs[0].reported).toBeUndefined();
    for (const [query, expected] of [
      ['severity=minor', ['C202']],
      ['rule=C101', ['C101']],
      ['site=https://other.example', []],
      [`page=${encodeURIComponent(`${SITE}about`)}`, ['C202']],
      ['state=ignored', []],
    ] as const) {
      const { docs } = await list(query);
      expect(
        docs.map(({ rule }: { rule: string }) => rule),
        query,
      ).toEqual(expected);
    }
    const page = await list('limit=1');
    expect([page.docs.length, page.nextCursor]).toEqual([1, '1']);
    expect((await list('limit=1&cursor=1')).docs[0].rule).toBe('C202');
    expect((await get('findings?nonsense=1')).status).toBe(400);
  });

  it('come with evidence, its picture, and what can be done', async () => {
    const { body } = await get(`findings/${await found()}`);
    expect(body).toMatchObject({
      finding: { rule: 'C101', state: 'open', reported: { evidence: [{ visit: 'no-choice' }] } },
      screenshots: [{ name: 'no-choice', data: '/9j/2w==' }],
      seen: { preset: 'ga4', hosts: ['www.google-analytics.com'] },
      tracker: null,
    });
    expect(body.categories.map(({ key }: { key: string }) => key)).toContain('analytics');
    expect((await get('findings/nothing')).status).toBe(404);
  });

  it('are declared by the preset: a tracker, switched off, that an editor confirms', async () => {
    const id = await found();
    const wanted = { preset: 'ga4', category: 'analytics', variables: {} };
    const { status, body } = await act(`findings/${id}/declare`, wanted);
    expect(status).toBe(201);
    const tracker = await app().strapi.documents(UIDS.tracker).findOne({ documentId: body.documentId });
    expect(tracker).toMatchObject({ name: 'Google Analytics', enabled: false });
    expect((await get(`findings/${id}`)).body.finding).toMatchObject({
      state: 'settled',
      settlement: 'declare',
      settledBy: 'Ada Admin',
    });
    expect(await trail()).toMatchObject({ action: 'declare', actor: { name: 'Ada Admin' }, subject: { id } });
  });

  it('are declared as they were seen where the catalogue does not know them', async () => {
    const subject = { kind: 'cookie' as const, name: 'basket', host: 'shop.example' };
    const id = await found(reportFinding({ rule: 'C201', subject, known: null }));
    const { body } = await act(`findings/${id}/declare`, { name: 'Basket', category: 'necessary' });
    const tracker = await app().strapi.documents(UIDS.tracker).findOne({ documentId: body.documentId });
    expect(tracker).toMatchObject({
      name: 'Basket',
      enabled: false,
      cookies: [{ name: 'basket', storage: 'cookie' }],
    });
    expect(await act(`findings/${id}/declare`, { name: 'Basket', category: 'nowhere' })).toMatchObject({
      status: 400,
    });
    const banner = await found(reportFinding({ subject: { kind: 'banner', name: 'text', host: null } }), 10);
    expect((await act(`findings/${banner}/declare`, { name: 'x', category: 'analytics' })).status).toBe(400);
  });

  it('move the tracker that they are about to another category', async () => {
    const category = await app()
      .strapi.documents(UIDS.category)
      .findFirst({ filters: { key: 'functional' } });
    const data: Record<string, unknown> = { name: 'Maps', kind: 'iframe', category: category?.documentId };
    const { documentId } = await app()
      .strapi.documents(UIDS.tracker)
      .create({ data: data as never });
    const subject = { kind: 'tracker' as const, name: 'Maps', host: null };
    const id = await found(reportFinding({ rule: 'C205', subject, declaredCategory: 'functional' }));
    expect((await get(`findings/${id}`)).body.tracker).toEqual({
      documentId,
      name: 'Maps',
      category: 'functional',
    });
    for (const category of ['nowhere', 'functional']) {
      expect((await act(`findings/${id}/move`, { category })).status, category).toBe(400);
    }
    expect((await get(`findings/${id}`)).body.finding.state).toBe('open');
    const ofTheirOwn = await signInAdmin(app(), [
      'plugin::consent.scans.settle',
      {
        action: 'plugin::content-manager.explorer.update',
        subject: UIDS.tracker,
        fields: fieldsOfType(app(), UIDS.tracker),
        locales: null,
        conditions: ['admin::is-creator'],
      },
    ]);
    expect((await act(`findings/${id}/move`, { category: 'marketing' }, ofTheirOwn)).status).toBe(403);
    const { status, body } = await act(`findings/${id}/move`, { category: 'marketing' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      finding: { state: 'settled', settlement: 'move' },
      tracker: { category: 'marketing' },
    });
    expect(await trail()).toMatchObject({
      action: 'move',
      changes: [{ path: 'shared.category', before: 'functional', after: 'marketing' }],
    });
  });

  it('are ignored with a reason until a day, and open again on it', async () => {
    const id = await found();
    const until = new Date(Date.now() + 30 * DAY).toISOString();
    for (const wrong of [
      { reason: 'ours', until: until.slice(0, 10) },
      { reason: '', until },
      { reason: 'ours', until: new Date(Date.now() - DAY).toISOString() },
      { reason: 'ours', until: new Date(Date.now() + 400 * DAY).toISOString() },
    ]) {
      expect((await act(`findings/${id}/ignore`, wrong)).status, JSON.stringify(wrong)).toBe(400);
    }
    const { body } = await act(`findings/${id}/ignore`, { reason: 'Test account', until });
    expect(body.finding).toMatchObject({ state: 'ignored', reason: 'Test account', ignoredUntil: until });
    expect(await trail()).toMatchObject({
      action: 'ignore',
      reason: 'Test account',
      changes: [{ path: 'ignoredUntil', after: until }],
    });
    await found(reportFinding(), 10);
    expect((await list()).docs).toEqual([]);
    await app()
      .strapi.db.query(UIDS.scanFinding)
      .updateMany({ where: {}, data: { ignoredUntil: new Date(Date.now() - 1000) } });
    expect((await list()).docs).toMatchObject([{ state: 'open', settlement: null }]);
  });

  it('that are said to be fixed are checked by the next run that begins', async () => {
    const id = await found();
    expect((await act(`findings/${id}/fix`)).body.finding).toMatchObject({ state: 'settled' });
    const later = -1;
    await sendReport(app(), token, scanReport([reportFinding()], { minutesAgo: later }));
    expect((await list()).docs).toMatchObject([{ state: 'open', change: 'returned' }]);
    await act(`findings/${id}/fix`);
    await sendReport(app(), token, scanReport([], { minutesAgo: later - 1 }));
    expect((await list('state=gone')).docs).toMatchObject([{ documentId: id, state: 'gone' }]);
  });

  it('can be taken up again', async () => {
    const id = await found();
    await act(`findings/${id}/fix`, { reason: 'gone, I think' });
    expect((await act(`findings/${id}/reopen`)).body.finding).toMatchObject({
      state: 'open',
      settlement: null,
      reason: null,
    });
    expect(await trail()).toMatchObject({ action: 'reopen' });
  });

  it('are for those who may see them, and settled by those who may do both that and what it does', async () => {
    const id = await found();
    const stranger = await signInAdmin(app(), ['plugin::consent.overview.read']);
    for (const path of ['findings', `findings/${id}`, 'runs']) {
      expect((await get(path, stranger)).status, path).toBe(403);
    }
    const reader = await signInAdmin(app(), ['plugin::consent.scans.read']);
    expect((await get(`findings/${id}`, reader)).status).toBe(200);
    for (const path of [`findings/${id}/fix`, `findings/${id}/reopen`, 'runs']) {
      expect((await act(path, {}, reader)).status, path).toBe(403);
    }
    const settler = await signInAdmin(app(), ['plugin::consent.scans.read', 'plugin::consent.scans.settle']);
    const declared = await act(`findings/${id}/declare`, { preset: 'ga4', category: 'analytics' }, settler);
    expect(declared.status).toBe(403);
    expect((await list()).docs, 'what was refused settles nothing').toHaveLength(1);
    const editor = await signInAdmin(app(), [
      'plugin::consent.scans.settle',
      {
        action: 'plugin::content-manager.explorer.create',
        subject: UIDS.tracker,
        fields: fieldsOfType(app(), UIDS.tracker),
        locales: null,
      },
    ]);
    expect(
      (await act(`findings/${id}/declare`, { preset: 'ga4', category: 'analytics' }, editor)).status,
    ).toBe(201);
  });

  it('and runs are shown with their reports', async () => {
    await found();
    const { body } = await get('runs');
    expect(body).toMatchObject({
      url: null,
      isRunning: false,
      failure: null,
      runs: [{ site: 'https://shop.example' }],
    });
    const run = (await get(`runs/${body.runs[0].documentId}`)).body;
    expect(run).toMatchObject({
      run: { changes: { new: 1 } },
      report: { visits: [{ name: 'no-choice' }, {}, {}] },
    });
    expect((await get('runs/nothing')).status).toBe(404);
    const refused = await act('runs');
    expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringContaining('scan.url')]);
  });

  it('stand in the overview, with sites that nobody has looked at for a month', async () => {
    const id = await found();
    const { strapi } = app();
    const codes = async (now?: Date) =>
      (await getConsentOverview(strapi, now ? { now } : {})).warnings
        .filter(({ uid }) => uid === UIDS.scanFinding || uid === UIDS.scanRun)
        .map(({ code, documentId }) => [code, documentId]);
    expect(await codes()).toEqual([['scan-finding-open', id]]);
    const { findings, days } = await overviewInParts(strapi);
    expect(findings).toEqual([{ date: days.at(-1)?.date, found: 1, messages: [reportFinding().message] }]);
    const reader = await signInAdmin(app(), ['plugin::consent.overview.read']);
    const { body } = await app().http.get('/consent/overview').set('Authorization', `Bearer ${reader}`);
    expect(JSON.stringify(body)).not.toContain('google-analytics');
    expect(body.warnings).toContainEqual({
      code: 'scan-finding-open',
      message: 'Open findings of the scanner: 1.',
    });
    expect(body.findings).toMatchObject([{ found: 1, messages: [] }]);
    await act(`findings/${id}/fix`);
    expect(await codes()).toEqual([]);
    expect(await codes(new Date(Date.now() + 31 * DAY))).toEqual([['site-not-scanned', undefined]]);
  });
});
