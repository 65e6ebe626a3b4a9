import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { ScanReport } from '../scan/report/schema';
import { getEvidenceStore } from '../server/src/evidence';
import { getConsentOverview, overviewInParts } from '../server/src/overview/overview';
import { readFindings } from '../server/src/scan/findings';
import { readRun } from '../server/src/scan/reports';
import { settleFinding } from '../server/src/scan/settling';
import { takeTurn, turnState } from '../server/src/scan/turn';
import { testSignal } from '../server/src/signals/job';
import { SCAN_TASK_UID, SIGNAL_TASK_UID, UIDS } from '../server/src/uids';
import { fieldsOfType, signInAdmin } from './support/admin';
import { type App, onEachDatabase, onSqlite } from './support/app';
import { updateSettings } from './support/content';
import { reportFinding, SITE, scanReport } from './support/scan-report';

const DAY = 86_400_000;
const SCOPE = 'plugin::consent.scans.create';

/** An API token of its own scope. */
async function apiToken({ strapi }: App, permissions: string[], name: string): Promise<string> {
  const { accessKey } = await strapi
    .service('admin::api-token')
    .create({ name, description: '', type: 'custom', lifespan: null, permissions });
  return accessKey;
}

const post = (app: App, token: string | null, report: unknown) => {
  const request = app.http.post('/api/consent/scans');
  if (token) request.set('Authorization', `Bearer ${token}`);
  return request.send(report as object);
};

async function forgetScans({ strapi }: App): Promise<void> {
  for (const uid of [UIDS.scanRun, UIDS.scanFinding]) await strapi.db.query(uid).deleteMany({ where: {} });
}

onEachDatabase('a report of a scan', {}, (app) => {
  let token: string;
  beforeAll(async () => {
    token = await apiToken(app(), [SCOPE], 'CI');
  });
  beforeEach(() => forgetScans(app()));
  const send = (report: ScanReport) => post(app(), token, report);
  const findings = async (): Promise<{ state: string; change: string; rule: string }[]> =>
    app()
      .strapi.db.query(UIDS.scanFinding)
      .findMany({ orderBy: { id: 'asc' } });

  it('is taken once, whoever sends it again and at the same moment', async () => {
    const report = scanReport([reportFinding()]);
    const answers = await Promise.all([send(report), send(report), send(report)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    const found = { new: 1, known: 0, returned: 0, gone: 0 };
    for (const { body } of answers) expect(body.findings).toEqual(found);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await app().strapi.db.query(UIDS.scanRun).count()).toBe(1);
    const kept = await readRun(app().strapi, { reportId: report.id });
    expect(kept?.report).toEqual(report);
    expect(kept?.run).toMatchObject({
      site: 'https://shop.example',
      source: 'sent',
      pages: 2,
      complete: true,
      severities: { serious: 1, moderate: 0, minor: 0, info: 0 },
    });
  });

  it('is followed: new, known, gone, returned', async () => {
    const one = reportFinding();
    const two = reportFinding({ rule: 'C202', host: 'cdn.example', severity: 'moderate' });
    expect((await send(scanReport([one], { minutesAgo: 50 }))).body.findings).toMatchObject({ new: 1 });
    expect((await send(scanReport([one, two], { minutesAgo: 40 }))).body.findings).toMatchObject({
      new: 1,
      known: 1,
    });
    expect((await send(scanReport([two], { minutesAgo: 30 }))).body.findings).toMatchObject({
      known: 1,
      gone: 1,
    });
    expect(await findings()).toMatchObject([
      { rule: 'C101', state: 'gone' },
      { rule: 'C202', state: 'open', change: 'known' },
    ]);
    expect((await send(scanReport([one, two], { minutesAgo: 20 }))).body.findings).toEqual({
      new: 0,
      known: 1,
      returned: 1,
      gone: 0,
    });
    expect(await findings()).toMatchObject([{ state: 'open', change: 'returned', goneAt: null }, {}]);
  });

  it('does not undo what somebody does at the same moment', async () => {
    const one = reportFinding();
    await send(scanReport([one], { minutesAgo: 30 }));
    const { strapi } = app();
    const [{ documentId }] = (await strapi.db.query(UIDS.scanFinding).findMany({})) as [
      { documentId: string },
    ];
    const others = Array.from({ length: 30 }, (_, i) => reportFinding({ host: `h${i}.example` }));
    const until = new Date(Date.now() + DAY);
    await Promise.all([
      send(scanReport([one, ...others], { minutesAgo: 20 })),
      settleFinding(strapi, documentId, { settlement: 'ignore', reason: 'ours', until }),
    ]);
    const [finding] = await readFindings(strapi, { documentId });
    expect(finding).toMatchObject({ state: 'ignored', settlement: 'ignore', reason: 'ours' });
    const again = settleFinding(strapi, documentId, { settlement: 'fix' });
    await expect(again).rejects.toThrow(/changed meanwhile/);
  });

  it('that is older than one before it is kept, and moves nothing', async () => {
    await send(scanReport([], { minutesAgo: 10 }));
    const { status, body } = await send(scanReport([reportFinding()], { minutesAgo: 20 }));
    expect([status, body.findings]).toEqual([201, null]);
    expect(await findings()).toEqual([]);
    expect(await app().strapi.db.query(UIDS.scanRun).count()).toBe(2);
  });

  it('comes from one instance at a time: two do not scan at once, nor right after each other', async () => {
    const { strapi } = app();
    const planned = { patience: 60_000, isPlanned: true };
    const turns = await Promise.all([takeTurn(strapi, planned), takeTurn(strapi, planned)]);
    const [end, ...others] = turns.filter((turn) => turn !== null);
    expect(others).toEqual([]);
    expect(await turnState(strapi)).toEqual({ isRunning: true, failure: null });
    expect(await takeTurn(strapi, { ...planned, isPlanned: false })).toBeNull();
    await end?.('there is no Chromium here');
    expect(await turnState(strapi)).toMatchObject({
      isRunning: false,
      failure: { reason: 'there is no Chromium here' },
    });
    expect(await takeTurn(strapi, planned), 'the plan of another instance').toBeNull();
    const asked = await takeTurn(strapi, { patience: -1, isPlanned: false });
    const next = await takeTurn(strapi, { patience: 60_000, isPlanned: false });
    // It had run out: what ends late ends nobody else's.
    await asked?.(null);
    expect((await turnState(strapi)).isRunning).toBe(true);
    await next?.(null);
    expect((await turnState(strapi)).isRunning).toBe(false);
  });

  it('of another site touches no finding of this one', async () => {
    await send(scanReport([reportFinding()], { minutesAgo: 20 }));
    await send(scanReport([], { site: 'https://other.example/', minutesAgo: 10 }));
    expect(await findings()).toMatchObject([{ state: 'open' }]);
  });
});

onSqlite('scans over HTTP', {}, (app) => {
  let token: string;
  beforeAll(async () => {
    token = await apiToken(app(), [SCOPE], 'CI');
  });
  beforeEach(() => forgetScans(app()));

  it('are closed to those without a token for it', async () => {
    const other = await apiToken(app(), ['plugin::consent.records.feed'], 'Feed');
    const statuses = [];
    for (const one of [null, 'nothing', other]) {
      statuses.push((await post(app(), one, scanReport([]))).status);
    }
    expect(statuses).toEqual([401, 401, 403]);
    expect(await app().strapi.db.query(UIDS.scanRun).count()).toBe(0);
  });

  it.each<[string, unknown, string]>([
    ['that is none', { type: 'something' }, 'type'],
    ['with a field too many', { ...scanReport([]), more: 1 }, 'more'],
    [
      'with more findings than a report holds',
      scanReport(Array.from({ length: 501 }, () => reportFinding())),
      'findings',
    ],
    ['with a text without end', scanReport([reportFinding({ message: 'x'.repeat(9000) })]), 'message'],
    ['of no site', scanReport([], { site: 'nowhere' }), 'site'],
    ['of what no browser visits', scanReport([], { site: 'data:text/html,x' }), 'site'],
    ['of tomorrow', scanReport([], { minutesAgo: -24 * 60 }), 'endedAt'],
    ['that ended before it began', scanReport([], { endedAt: '2020-01-01T00:00:00.000Z' }), 'endedAt'],
    ['of a finding on no page', scanReport([reportFinding({ pages: [] })]), 'pages'],
  ])('a report %s is refused, with its place', async (_what, report, named) => {
    const { status, body } = await post(app(), token, report);
    expect([status, body.error.name]).toEqual([400, 'ValidationError']);
    expect(body.error.message).toContain(named);
    expect(await app().strapi.db.query(UIDS.scanRun).count()).toBe(0);
  });

  it('a report is kept without characters that harm', async () => {
    const message = 'a\0b\u202Ec\uD800d';
    const scanner = { name: 'x'.repeat(900), version: '1', browser: 'b' };
    expect((await post(app(), token, scanReport([reportFinding({ message })], { scanner }))).status).toBe(
      201,
    );
    const [finding] = await app().strapi.db.query(UIDS.scanFinding).findMany({});
    expect(finding.message).toBe('a b c d');
  });

  it('a report over the limit of the server is refused', async () => {
    const screenshots = [{ name: 'big', mediaType: 'image/jpeg' as const, data: 'A'.repeat(1_200_000) }];
    expect((await post(app(), token, scanReport([], { screenshots }))).status).toBe(413);
  });

  it('of a site keep the last 30 reports whole', async () => {
    for (let i = 40; i > 0; i--) await post(app(), token, scanReport([], { minutesAgo: i * 10 }));
    const runs = await app()
      .strapi.db.query(UIDS.scanRun)
      .findMany({ orderBy: { startedAt: 'desc' } });
    expect(runs).toHaveLength(40);
    expect(runs.filter(({ report }: { report: unknown }) => report !== null)).toHaveLength(30);
    expect(runs.slice(30).every(({ report }: { report: unknown }) => report === null)).toBe(true);
  });
});

onSqlite('findings in the admin', {}, (app) => {
  let token: string;
  let officer: string;
  beforeAll(async () => {
    token = await apiToken(app(), [SCOPE], 'CI');
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
    await post(app(), token, scanReport([finding], { minutesAgo }));
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
    await post(app(), token, scanReport([minor, reportFinding()]));
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
    await post(app(), token, scanReport([reportFinding()], { minutesAgo: later }));
    expect((await list()).docs).toMatchObject([{ state: 'open', change: 'returned' }]);
    await act(`findings/${id}/fix`);
    await post(app(), token, scanReport([], { minutesAgo: later - 1 }));
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

onSqlite('publishing with scan.gate', { options: { scan: { gate: 'serious' } } }, (app) => {
  let token: string;
  let officer: string;
  beforeAll(async () => {
    token = await apiToken(app(), [SCOPE], 'CI');
    officer = await signInAdmin(app());
  });
  beforeEach(() => forgetScans(app()));
  const open = (changes = {}) => post(app(), token, scanReport([reportFinding(changes)]));
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

  it('is not for findings that are less severe', async () => {
    await open({ severity: 'moderate' });
    expect((await addTracker({ name: 'Fine', enabled: true })).status).toBe(201);
  });

  it('is also for what nobody asks for at that moment, such as a release at its time', async () => {
    await open();
    await expect(updateSettings(app().strapi, { bannerTitle: 'By itself' })).rejects.toThrow(/C101/);
  });
});

const NIGHTLY = {
  options: { scan: { url: 'https://shop.example', schedule: '5 4 * * *', tz: 'Europe/Berlin' } },
};

onSqlite('a CMS that scans its site by itself', NIGHTLY, (app) => {
  it('is not said to be neglected where its own address leads to the one that is scanned', async () => {
    const token = await apiToken(app(), [SCOPE], 'CI');
    await post(app(), token, scanReport([], { site: 'https://www.shop.example/' }));
    const codes = (await getConsentOverview(app().strapi)).warnings.map(({ code }) => code);
    expect(codes).not.toContain('site-not-scanned');
    await forgetScans(app());
  });

  it('does so at its time, and says of which site', async () => {
    const task = app().strapi.cron.jobs.find(({ name }) => name === SCAN_TASK_UID);
    expect(task?.options).toEqual({ rule: '5 4 * * *', tz: 'Europe/Berlin' });
    const officer = await signInAdmin(app());
    const { body } = await app().http.get('/consent/scans/runs').set('Authorization', `Bearer ${officer}`);
    expect(body).toEqual({ runs: [], url: 'https://shop.example', isRunning: false, failure: null });
    const codes = (await getConsentOverview(app().strapi)).warnings.map(({ code }) => code);
    expect(codes).toContain('site-not-scanned');
  });

  it('tests its signal daily, too, and says in the overview what came of it', async () => {
    const { strapi } = app();
    const task = strapi.cron.jobs.find(({ name }) => name === SIGNAL_TASK_UID);
    expect(task?.options).toEqual({ rule: '23 4 * * *' });
    expect((await overviewInParts(strapi)).signal).toBeNull();
    // Nobody answers under this name.
    const probe = await testSignal(strapi);
    expect(probe).toMatchObject({ address: 'https://shop.example/_consent/config', honored: null });
    const { signal, warnings } = await overviewInParts(strapi);
    expect(signal).toEqual(probe);
    expect(warnings.map(({ code }) => code)).toContain('signal-not-tested');
  });
});
