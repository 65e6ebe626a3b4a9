import { createHmac, randomUUID } from 'node:crypto';
import { type ImpressionSum, signedText, writeSiteStatement } from '@permesso/consent-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { getEvidenceStore } from '../server/src/evidence';
import type { ReleaseMark, Statistics } from '../server/src/statistics/answers';
import { UIDS } from '../server/src/uids';
import { changesFollowed } from '../server/src/versions/changes';
import { signInAdmin } from './support/admin';
import { type App, onEachDatabase, onSqlite } from './support/app';
import { addTracker, categoryId, edit, updateSettings } from './support/content';
import { postRecord, submissionTo, UNLIMITED } from './support/records';

const SECRET = 'a-secret-that-has-thirty-two-characters';
const today = new Date().toISOString().slice(0, 10);
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1';

const asAdmin = (app: App, token: string) => (path: string) =>
  app.http.get(path).set('Authorization', `Bearer ${token}`);

async function batchOf(app: App, changes: Partial<ImpressionSum> = {}, rest: object = {}) {
  const { body: config } = await app.http.get('/api/consent/config');
  const { policyVersion } = config.versions;
  const sum = {
    policyVersion,
    locale: config.locale,
    model: 'opt-in',
    country: 'DE',
    device: 'phone',
    n: 10,
  };
  return { id: randomUUID(), day: today, shown: [{ ...sum, ...changes }], ...rest };
}

const post = (app: App, batch: object, headers: Record<string, string> = {}) =>
  app.http
    .post('/api/consent/impressions')
    .set({ 'Content-Type': 'application/json', ...headers })
    .send(JSON.stringify(batch));

onEachDatabase('statistics', { options: UNLIMITED }, (app) => {
  let ask: ReturnType<typeof asAdmin>;
  const over = async (query = ''): Promise<Statistics> =>
    (await ask(`/consent/statistics?from=${today}&to=${today}${query}`)).body;

  beforeAll(async () => {
    ask = asAdmin(app(), await signInAdmin(app()));
    const decide = async (granted: boolean, country: string, headers: Record<string, string>) => {
      const { decisions, ...submission } = await submissionTo(app());
      const all = Object.fromEntries(Object.keys(decisions).map((key) => [key, granted]));
      const sent = postRecord(app(), { ...submission, decisions: all }).set({
        'cf-ipcountry': country,
        ...headers,
      });
      expect((await sent).status).toBe(201);
    };
    await decide(true, 'DE', { 'user-agent': PHONE });
    await decide(true, 'DE', { 'consent-device': 'desktop' });
    await decide(false, 'FR', { 'user-agent': PHONE });
    const batch = await batchOf(app());
    for (const status of [204, 204]) expect((await post(app(), batch)).status).toBe(status);
    expect((await post(app(), await batchOf(app(), { country: 'FR', device: 'desktop', n: 5 }))).status).toBe(
      204,
    );
  });

  it('say how many were shown a banner, answered it, and how', async () => {
    const { periods, totals, grain, releases, findings } = await over();
    expect({ ...totals, categories: null }).toEqual({
      ...{ shown: 15, answered: 3, decisions: 3, accepted: 2, refused: 1, partial: 0 },
      ...{ categories: null, services: {} },
    });
    expect(Object.values(totals.categories)[0]).toEqual({ granted: 2, refused: 1 });
    expect(grain).toBe('day');
    expect(periods).toEqual([{ date: today, ...totals }]);
    expect(releases).toEqual([
      {
        ...{ date: today, number: 1, note: null, restores: null },
        policyVersion: expect.stringMatching(/^[\da-f]{8}$/),
      },
    ]);
    expect(findings).toEqual([]);
  });

  it('are told apart by country, device and all else, and narrowed by each', async () => {
    const { body } = await ask(`/consent/statistics/by/country?from=${today}&to=${today}`);
    expect(body.rows).toMatchObject([
      { key: 'DE', shown: 10, decisions: 2, accepted: 2 },
      { key: 'FR', shown: 5, decisions: 1, refused: 1 },
    ]);
    expect((await over('&device=phone')).totals).toMatchObject({ shown: 10, accepted: 1, refused: 1 });
    expect((await over('&device=phone&country=DE')).totals).toMatchObject({ shown: 10, decisions: 1 });
    expect((await over('&source=preferences')).totals).toMatchObject({ shown: 15, decisions: 0 });
    const { body: values } = await ask(`/consent/statistics/values?from=${today}&to=${today}`);
    expect(values).toMatchObject({ countries: ['DE', 'FR'], languages: ['en'], releases: [{ date: today }] });
  });

  it('count an objection to what is on without consent as that, and nothing where nobody objects', async () => {
    const { strapi, http } = app();
    await edit(strapi, UIDS.category, await categoryId(strapi, 'analytics'), { purpose: 'statistics' });
    const decide = async (decisions: Record<string, boolean>) => {
      const sent = postRecord(app(), await submissionTo(app(), { decisions })).set('cf-ipcountry', 'GB');
      expect((await sent).status).toBe(201);
    };
    expect((await http.get('/api/consent/config').set('cf-ipcountry', 'GB')).status).toBe(200);
    await decide({ functional: true, analytics: false, marketing: true });
    // What no page sends is not counted as granted either.
    await decide({ functional: true, analytics: true, marketing: true });
    const { totals } = await over('&country=GB');
    expect(totals).toMatchObject({ accepted: 1, partial: 1, refused: 0 });
    expect(totals.categories).toEqual({
      analytics: { granted: 0, refused: 0, objected: 1 },
      functional: { granted: 2, refused: 0 },
      marketing: { granted: 2, refused: 0 },
    });
    const { text } = await ask(`/consent/statistics/export?from=${today}&to=${today}&by=country&country=GB`);
    const [columns, line] = text.replace('\uFEFF', '').trim().split('\n');
    const cells = Object.fromEntries(
      columns!.split(',').map((name: string, i: number) => [name, line!.split(',')[i]]),
    );
    expect(cells).toMatchObject({
      'analytics objected': '1',
      'analytics granted': '0',
      'marketing granted': '2',
    });
  });

  it('count what a signal has decided (C11), and tell it from what visitors have answered', async () => {
    const decide = async (source: 'gpc' | 'banner', headers: Record<string, string>) => {
      const granted = source === 'banner';
      const decisions = { functional: true, analytics: granted, marketing: granted };
      const submission = await submissionTo(app(), { decisions, source });
      expect((await postRecord(app(), submission).set({ 'cf-ipcountry': 'US', ...headers })).status).toBe(
        201,
      );
    };
    await decide('gpc', { 'sec-gpc': '1' });
    // A browser may say it to scripts and not in its requests.
    await decide('gpc', {});
    await decide('banner', {});
    const signalled = {
      ...{ decisions: 2, answered: 0, accepted: 0, refused: 0, partial: 2 },
      categories: {
        analytics: { granted: 0, refused: 2 },
        functional: { granted: 2, refused: 0 },
        marketing: { granted: 0, refused: 2 },
      },
    };
    expect((await over('&country=US')).totals).toMatchObject({ decisions: 3, answered: 1, accepted: 1 });
    const { totals, periods } = await over('&source=gpc');
    expect(totals).toMatchObject(signalled);
    expect(periods).toMatchObject([{ date: today, ...signalled }]);
    expect((await over('&country=US&source=banner')).totals).toMatchObject({ decisions: 1, answered: 1 });
    const { body } = await ask(`/consent/statistics/by/source?from=${today}&to=${today}&country=US`);
    expect(body.rows).toMatchObject([
      { key: 'gpc', ...signalled },
      { key: 'banner', decisions: 1, answered: 1 },
    ]);
  });

  it('tell how often a service was granted and refused by itself, and which decisions it was part of once', async () => {
    const { strapi } = app();
    await addTracker(strapi, { name: 'YouTube', key: 'youtube', categoryKey: 'marketing' });
    await addTracker(strapi, { name: 'Vimeo', key: 'vimeo', categoryKey: 'marketing' });
    await updateSettings(strapi, { granularity: 'service' });
    const decide = async (services: Record<string, boolean>) => {
      const decisions = { functional: false, analytics: false, marketing: false };
      const submission = await submissionTo(app(), { decisions, services, source: 'preferences' });
      expect((await postRecord(app(), submission).set('cf-ipcountry', 'AT')).status).toBe(201);
    };
    await decide({ youtube: true, vimeo: false });
    await decide({ youtube: true, vimeo: false });
    await decide({ vimeo: false });
    const { totals, periods } = await over('&country=AT');
    expect(totals).toMatchObject({ decisions: 3, answered: 3, refused: 3, partial: 0 });
    expect(totals.services).toEqual({
      vimeo: { granted: 0, refused: 3 },
      youtube: { granted: 2, refused: 0 },
    });
    expect(periods[0]?.services).toEqual(totals.services);
    expect((await over('&country=AT&source=banner')).totals.services).toEqual({});
    const { text } = await ask(`/consent/statistics/export?from=${today}&to=${today}&by=country&country=AT`);
    const [columns, line] = text.replace('\uFEFF', '').trim().split('\n');
    const at = columns!.split(',').indexOf('service youtube granted');
    expect(line!.split(',')[at]).toBe('2');
  });

  it('are whole months where there are many', async () => {
    const { from, to, grain, periods } = (await ask('/consent/statistics?from=2026-01-20&to=2026-11-02'))
      .body;
    expect([from, to, grain, periods.length]).toEqual(['2026-01-01', '2026-11-30', 'month', 11]);
    const { headers } = await ask('/consent/statistics/export?from=2026-01-20&to=2026-11-02');
    expect(headers['content-disposition']).toContain('consent-statistics-2026-01-01-2026-11-30.csv');
  });

  it('come as CSV', async () => {
    const { text, headers } = await ask(
      `/consent/statistics/export?from=${today}&to=${today}&by=country&country=DE`,
    );
    expect(headers['content-disposition']).toContain(`consent-statistics-${today}-${today}.csv`);
    const [columns, first] = text.replace('\uFEFF', '').split('\n');
    expect(columns).toMatch(/^country,shown,answered,decisions,accepted,refused,partial,/);
    expect(first).toMatch(/^DE,10,2,2,2,0,0,/);
  });

  it('refuse a span that is none, and who may not see them', async () => {
    for (const query of [
      'from=2026-02-30&to=2026-03-01',
      'from=2026-03-02&to=2026-03-01',
      'from=1990-01-01&to=2026-01-01',
      'from=2026-01-01&to=2026-01-02&device=watch',
    ]) {
      expect((await ask(`/consent/statistics?${query}`)).status, query).toBe(400);
    }
    const others = asAdmin(app(), await signInAdmin(app(), ['plugin::consent.overview.read']));
    const theirs = asAdmin(app(), await signInAdmin(app(), ['plugin::consent.statistics.read']));
    for (const path of ['', '/values', '/by/device', '/export']) {
      const address = `/consent/statistics${path}?from=${today}&to=${today}`;
      expect([(await others(address)).status, (await theirs(address)).status], path).toEqual([403, 200]);
    }
  });
});

onSqlite('releases on the curve', {}, (app) => {
  it('are a mark each, also where one takes back to another, and are asked for by their span', async () => {
    const { strapi } = app();
    const token = await signInAdmin(app());
    const ask = asAdmin(app(), token);
    const take = (path: string, body: object = {}) =>
      app().http.post(`/consent/releases/${path}`).set('Authorization', `Bearer ${token}`).send(body);
    await updateSettings(strapi, { bannerTitle: 'Another' });
    await changesFollowed(strapi);
    const { basis } = (await take('1/take-back/preview')).body;
    expect((await take('1/take-back', { basis, note: 'It broke' })).status).toBe(200);
    const { body } = await ask(`/consent/statistics?from=${today}&to=${today}`);
    const [first, second, third]: ReleaseMark[] = body.releases;
    expect(body.releases).toMatchObject([
      { number: 1, date: today, note: null, restores: null },
      { number: 2, date: today, note: null, restores: null },
      { number: 3, date: today, note: 'It broke', restores: 1 },
    ]);
    expect(third?.policyVersion).toBe(first?.policyVersion);
    expect(second?.policyVersion).not.toBe(first?.policyVersion);

    const spans = async (from: string, to: string) => [
      (await ask(`/consent/statistics?from=${from}&to=${to}`)).body.releases.length,
      (await ask(`/consent/statistics/values?from=${from}&to=${to}`)).body.releases.map(
        ({ number }: ReleaseMark) => number,
      ),
    ];
    expect(await spans(today, today)).toEqual([3, [3, 2, 1]]);
    expect(await spans('2190-01-01', '2190-01-02'), 'in force all the time').toEqual([0, [3]]);
    expect(await spans('2001-01-01', '2001-01-02')).toEqual([0, []]);

    expect((await postRecord(app(), await submissionTo(app()))).status).toBe(201);
    expect(await spans('2001-01-01', '2001-01-02'), 'under which anything was counted').toEqual([0, [3, 1]]);
    expect(await spans('2190-01-01', '2190-01-02')).toEqual([0, [3, 1]]);
  });

  it('are the last 260 of a span, which is said', async () => {
    const { releases } = getEvidenceStore(app().strapi);
    const { hash: _, number, ...last } = (await releases.latest())!;
    const ask = asAdmin(app(), await signInAdmin(app()));
    const over = async (): Promise<Statistics> =>
      (await ask('/consent/statistics?from=2090-01-01&to=2090-01-02')).body;
    const release = { ...last, content: {}, at: new Date('2090-01-01T12:00:00Z') };
    for (let after = number; after < number + 260; after += 1) {
      await releases.add(release, { after, entries: [] });
    }
    const all = await over();
    expect([all.releases.length, all.areReleasesLeftOut]).toEqual([260, false]);
    await releases.add(release, { after: number + 260, entries: [] });
    const { releases: marked, areReleasesLeftOut } = await over();
    expect([marked.length, areReleasesLeftOut]).toEqual([260, true]);
    expect([marked[0]?.number, marked.at(-1)?.number]).toEqual([number + 2, number + 261]);
  });
});

onSqlite('POST impressions', { options: { ...UNLIMITED, site: { secret: SECRET } } }, (app) => {
  const signed = (batch: object, purpose: 'impressions' | 'record' = 'impressions') => {
    const nothing = { country: null, region: null, model: null, presentation: null };
    const statement = writeSiteStatement({ at: Math.floor(Date.now() / 1000), ...nothing });
    const text = signedText(purpose, statement, JSON.stringify(batch));
    const signature = createHmac('sha256', SECRET).update(text).digest('hex');
    return { 'consent-site-statement': statement, 'consent-site-signature': signature };
  };
  const shown = async () => {
    const ask = asAdmin(app(), await signInAdmin(app()));
    return (await ask(`/consent/statistics?from=${today}&to=${today}`)).body.totals.shown;
  };

  describe('where the CMS has a secret', () => {
    it('takes what the site has signed for this, and nothing else', async () => {
      const batch = await batchOf(app());
      expect((await post(app(), batch)).status).toBe(403);
      expect((await post(app(), batch, signed(batch, 'record'))).status).toBe(403);
      expect(await shown()).toBe(0);
      expect((await post(app(), batch, signed(batch))).status).toBe(204);
      expect(await shown()).toBe(10);
    });
  });

  it('refuses what cannot be, and does not count versions that were never served', async () => {
    const before = await shown();
    const wrong = [
      await batchOf(app(), { n: 100_001 }),
      await batchOf(app(), { n: -1 }),
      await batchOf(app(), {}, { day: '2020-01-01' }),
      await batchOf(app(), {}, { id: 'again' }),
      await batchOf(app(), { country: 'Germany' }),
      await batchOf(app(), {}, { more: 1 }),
    ];
    for (const batch of wrong) expect((await post(app(), batch, signed(batch))).status).toBe(400);
    const made = await batchOf(app(), { policyVersion: 'ffffffff' });
    expect((await post(app(), made, signed(made))).status).toBe(204);
    expect(await shown()).toBe(before);
  });
});
