import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { ScanReport } from '../scan/report/schema';
import { getConsentOverview, overviewInParts } from '../server/src/overview/overview';
import { readFindings } from '../server/src/scan/findings';
import { readRun } from '../server/src/scan/reports';
import { takeTurn, turnState } from '../server/src/scan/scan-turns';
import { settleFinding } from '../server/src/scan/settling';
import { testSignal } from '../server/src/signals/job';
import { SCAN_TASK_UID, SIGNAL_TASK_UID, UIDS } from '../server/src/uids';
import { signInAdmin } from './support/admin';
import { onEachDatabase, onSqlite } from './support/app';
import { reportFinding, scanReport } from './support/scan-report';
import { apiToken, forgetScans, sendReport } from './support/scans';

const DAY = 86_400_000;

onEachDatabase('a report of a scan', {}, (app) => {
  let token: string;
  beforeAll(async () => {
    token = await apiToken(app(), 'CI');
  });
  beforeEach(() => forgetScans(app()));
  const send = (report: ScanReport) => sendReport(app(), token, report);
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
    token = await apiToken(app(), 'CI');
  });
  beforeEach(() => forgetScans(app()));

  it('are closed to those without a token for it', async () => {
    const other = await apiToken(app(), 'Feed', ['plugin::consent.records.feed']);
    const statuses = [];
    for (const one of [null, 'nothing', other]) {
      statuses.push((await sendReport(app(), one, scanReport([]))).status);
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
    const { status, body } = await sendReport(app(), token, report);
    expect([status, body.error.name]).toEqual([400, 'ValidationError']);
    expect(body.error.message).toContain(named);
    expect(await app().strapi.db.query(UIDS.scanRun).count()).toBe(0);
  });

  it('a report is kept without characters that harm', async () => {
    const message = 'a\0b\u202Ec\uD800d';
    const scanner = { name: 'x'.repeat(900), version: '1', browser: 'b' };
    expect(
      (await sendReport(app(), token, scanReport([reportFinding({ message })], { scanner }))).status,
    ).toBe(201);
    const [finding] = await app().strapi.db.query(UIDS.scanFinding).findMany({});
    expect(finding.message).toBe('a b c d');
  });

  it('a report over the limit of the server is refused', async () => {
    const screenshots = [{ name: 'big', mediaType: 'image/jpeg' as const, data: 'A'.repeat(1_200_000) }];
    expect((await sendReport(app(), token, scanReport([], { screenshots }))).status).toBe(413);
  });

  it('of a site keep the last 30 reports whole', async () => {
    for (let i = 40; i > 0; i--) await sendReport(app(), token, scanReport([], { minutesAgo: i * 10 }));
    const runs = await app()
      .strapi.db.query(UIDS.scanRun)
      .findMany({ orderBy: { startedAt: 'desc' } });
    expect(runs).toHaveLength(40);
    expect(runs.filter(({ report }: { report: unknown }) => report !== null)).toHaveLength(30);
    expect(runs.slice(30).every(({ report }: { report: unknown }) => report === null)).toBe(true);
  });
});

const NIGHTLY = {
  options: { scan: { url: 'https://shop.example', schedule: '5 4 * * *', tz: 'Europe/Berlin' } },
};

onSqlite('a CMS that scans its site by itself', NIGHTLY, (app) => {
  it('is not said to be neglected where its own address leads to the one that is scanned', async () => {
    const token = await apiToken(app(), 'CI');
    await sendReport(app(), token, scanReport([], { site: 'https://www.shop.example/' }));
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
