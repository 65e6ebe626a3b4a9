import { createHmac } from 'node:crypto';
import { signedText } from '@permesso/consent-core';
import { beforeAll, expect, it } from 'vitest';
import { declaredRoutes } from '../server/src/http/route';
import { routes } from '../server/src/routes';
import { UIDS } from '../server/src/uids';
import { signInAdmin } from './support/admin';
import { onSqlite } from './support/app';
import { categoryId } from './support/content';
import { UNLIMITED } from './support/records';
import { reportFinding, scanReport } from './support/scan-report';
import { apiToken, sendReport } from './support/scans';

const SECRET = 'a-secret-that-has-thirty-two-characters';

/** Routes of the admin that take nothing that could be wrong: what stands in their path is there or 404, and `locale` falls back. */
const TAKE_NOTHING = [
  'GET /categories/:id/assessments',
  'GET /audit/:id',
  'GET /audit/exports/:id',
  'DELETE /audit/exports/:id',
  'GET /audit/exports/:id/file',
  'GET /catalogue/trackers',
  'GET /embeds/undeclared',
  'GET /legal-preview',
  'GET /log',
  'GET /overview',
  'GET /previews',
  'GET /previews/links',
  'POST /previews/links/end',
  'POST /previews/links/:id/end',
  'GET /catalogue/processors',
  'GET /processors/public-list',
  'GET /processors/:documentId/verification',
  'POST /processors/:documentId/verification',
  'DELETE /processors/:documentId/verification',
  'GET /records/exports/:id',
  'DELETE /records/exports/:id',
  'GET /records/exports/:id/file',
  'GET /records/retention',
  'GET /records/holds',
  'GET /records/quarantines',
  'GET /records/:id',
  'GET /records/:id/legal-texts/:hash',
  'GET /releases/waiting',
  'POST /releases/plans/:id/approve',
  'POST /releases/plans/:id/withdraw',
  'GET /releases/:number/file',
  'POST /releases/:number/take-back/preview',
  'GET /role-templates',
  'POST /role-templates/put-off',
  'GET /scans/findings/:id',
  'POST /scans/findings/:id/reopen',
  'GET /scans/runs',
  'POST /scans/runs',
  'GET /scans/runs/:id',
  'GET /settings',
  'GET /settings/versions',
  'GET /configuration',
  'GET /published-state',
];

/** What no route takes: neither a value that has to be there nor one that may be. */
const WRONG = { nobody: 'asked for this' };

const form = {
  data: null,
  error: {
    status: 400,
    name: 'ValidationError',
    message: expect.stringMatching(/\w{3}/),
    details: { errors: expect.any(Array) },
  },
};

/** E2, E4: Strapi's shape, and each problem with path, message and name. */
function expectForm({ status, body }: { status: number; body: typeof form }, address: string): void {
  expect({ status, body }, address).toEqual({ status: 400, body: form });
  const problems = body.error.details.errors as unknown[];
  expect(problems.length, address).toBeGreaterThan(0);
  for (const problem of problems) {
    expect(Object.keys(problem as object).sort(), address).toEqual(['message', 'name', 'path']);
    expect(problem, address).toEqual({
      path: expect.any(Array),
      message: expect.stringMatching(/\w{3}/),
      name: 'ValidationError',
    });
  }
}

onSqlite('Invalid input', { options: { ...UNLIMITED, site: { secret: SECRET } } }, (app) => {
  let admin: string;
  let feed: string;
  let scanner: string;
  beforeAll(async () => {
    admin = await signInAdmin(app());
    feed = await apiToken(app(), 'Feed', ['plugin::consent.records.feed']);
    scanner = await apiToken(app(), 'CI');
  });

  it('is answered in one form by every public route that can be asked wrong', async () => {
    const asked = declaredRoutes(app().strapi).filter(({ answers }) => 400 in answers);
    expect(asked.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      'GET /records/feed',
      'POST /impressions',
      'POST /presentations',
      'POST /preview/config',
      'POST /preview/legal',
      'POST /preview/legal/:slug',
      'POST /preview/subprocessors',
      'POST /records',
      'POST /scans',
    ]);
    const purposes: Record<string, Parameters<typeof signedText>[0]> = {
      '/records': 'record',
      '/presentations': 'presentation',
      '/impressions': 'impressions',
    };
    for (const { method, path } of asked) {
      const address = `/api/consent${path}`;
      if (method === 'GET') {
        const sent = app().http.get(`${address}?limit=none`).set('Authorization', `Bearer ${feed}`);
        expectForm(await sent, path);
        continue;
      }
      const purpose = purposes[path];
      // Where Strapi reads the body, it answers itself to what is no JSON.
      for (const body of [JSON.stringify(WRONG), '[]', ...(purpose ? ['{"', '"\\u0000"'] : [])]) {
        const statement = `t=${Math.floor(Date.now() / 1000)}`;
        const sent = app().http.post(address).set('Content-Type', 'application/json');
        if (path === '/scans') sent.set('Authorization', `Bearer ${scanner}`);
        if (purpose) {
          const text = signedText(purpose, statement, body);
          sent.set('Consent-Site-Statement', statement);
          sent.set('Consent-Site-Signature', createHmac('sha256', SECRET).update(text).digest('hex'));
        }
        expectForm(await sent.send(body), `${path} ${body}`);
      }
    }
  });

  it('is answered in the same form by every route of the admin that takes input', async () => {
    await sendReport(app(), scanner, scanReport([reportFinding()]));
    const finding = await app().strapi.db.query(UIDS.scanFinding).findOne({ where: {} });
    const category = await categoryId(app().strapi, 'analytics');
    const addressOf = (path: string) =>
      path
        .replace('/findings/:id', `/findings/${finding.documentId}`)
        .replace('/categories/:id', `/categories/${category}`)
        .replace(':number', '1')
        .replace(/:\w+/g, 'x');
    const names = routes.admin.routes.map(({ method, path }) => `${method} ${path}`);
    expect(TAKE_NOTHING.filter((name) => !names.includes(name))).toEqual([]);
    for (const name of names.filter((one) => !TAKE_NOTHING.includes(one))) {
      const [method, path] = name.split(' ') as ['GET' | 'POST' | 'PUT', string];
      const verb = method.toLowerCase() as 'get' | 'post' | 'put';
      const sent = app()
        .http[verb](`/consent${addressOf(path)}`)
        .set('Authorization', `Bearer ${admin}`);
      expectForm(await (method === 'GET' ? sent.query(WRONG) : sent.send(WRONG)), name);
    }
  });
});
