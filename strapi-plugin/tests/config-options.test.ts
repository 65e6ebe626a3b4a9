import { randomUUID } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import type { ConsentPluginOptions } from '../server/src/options';
import { DEFAULT_MIDDLEWARES, onSqlite, preparedDatabase, withEachDatabase, withSqlite } from './support/app';
import { postRecord, recordsOf } from './support/records';

const CONFIG = '/api/consent/config';

onSqlite('GET config among the routes of Strapi', {}, (app) => {
  it.each(['/api/consent/config/', '/API/consent/Config'])(
    'answers %s as Strapi’s router would',
    async (path) => {
      const { http } = app();
      const [exact, loose] = [await http.get(CONFIG), await http.get(path)];
      expect(loose.body).toEqual(exact.body);
      expect((await http.head(CONFIG)).headers.etag).toBe(exact.headers.etag);
    },
  );

  it('comes through every global middleware, as all routes do', async () => {
    const { headers } = await app().http.get(CONFIG);
    expect(headers['x-powered-by']).toContain('Strapi');
    expect(headers).toHaveProperty('content-security-policy');
  });
});

withSqlite('GET config, as options say', (start, kind) => {
  it('answers under basePath, with the cookie and the public URL of the options', async () => {
    const app = await start({
      options: {
        basePath: '/privacy/consent',
        cookie: { name: 'choice', domain: 'shop.example', maxAgeDays: 200, sameSite: 'strict' },
      },
      server: { url: 'https://cms.shop.example' },
    });
    const { body } = await app.http.get('/api/privacy/consent/config');
    expect(body.cookie).toEqual({
      name: 'choice',
      domain: 'shop.example',
      maxAgeDays: 200,
      sameSite: 'strict',
    });
    expect(body.recording.endpoint).toBe('https://cms.shop.example/api/privacy/consent/records');
    expect((await app.http.get(CONFIG)).status).toBe(404);
  });

  it('K: vary keeps what a middleware of the app has named, so that no cache mixes encodings', async () => {
    const app = await start({ middlewares: ['strapi::compression', ...DEFAULT_MIDDLEWARES] });
    const { headers } = await app.http.get(CONFIG).set('Accept-Encoding', 'gzip');
    expect(headers['content-encoding']).toBe('gzip');
    expect(String(headers.vary).split(', ')).toEqual(
      expect.arrayContaining(['Accept-Encoding', 'Accept-Language', 'Origin', 'cf-ipcountry']),
    );
  });

  it('K: the options of the cookie and of the path do not enter the versions', async () => {
    const database = await preparedDatabase(kind);
    const versions = async (options: ConsentPluginOptions, path: string) => {
      const app = await start({ database, options });
      return (await app.http.get(path)).body.versions;
    };
    const before = await versions({}, CONFIG);
    const options = { basePath: '/privacy', cookie: { name: 'choice', maxAgeDays: 30 } };
    expect(await versions(options, '/api/privacy/config')).toEqual(before);
  });

  it.each([
    ['https://cms.shop.example/cms/', 'https://cms.shop.example/cms/api/consent/records'],
    ['/cms', '/cms/api/consent/records'],
  ])('E1, F4: records go below the path of server.url (%s)', async (url, endpoint) => {
    const app = await start({ server: { url } });
    expect((await app.http.get(CONFIG)).body.recording.endpoint).toBe(endpoint);
  });

  it('K: believes no country header where trustProxy is off', async () => {
    const app = await start({ options: { jurisdiction: { trustProxy: false } } });
    const { body } = await app.http.get(CONFIG).set('cf-ipcountry', 'US');
    expect(body.jurisdiction).toEqual({ country: null, model: 'opt-in' });
  });

  it('D1: rows of the options come after the built-in ones; the fallback and the headers are theirs', async () => {
    const app = await start({
      options: {
        jurisdiction: {
          headers: ['X-Visitor-Country'],
          overrides: [{ region: 'US', model: 'opt-in' }],
          fallback: 'notice',
        },
      },
    });
    const model = async (header: string, country: string) =>
      (await app.http.get(CONFIG).set(header, country)).body.jurisdiction.model;
    expect(await model('x-visitor-country', 'US')).toBe('opt-in');
    expect(await model('cf-ipcountry', 'US')).toBe('notice');
    // What a page that knows no visitor tells Google of places: nothing of the United States, as all of it asks.
    const { consentMode } = (await app.http.get(CONFIG)).body;
    const named = consentMode.regions.flatMap(({ region }: { region: string[] }) => region);
    expect(named).not.toContain('US');
    expect(named).toContain('JP');
  });

  it('keeps what an app has put on the routes that are answered ahead of the router, and before them', async () => {
    const extension = `module.exports = (plugin) => {
      const readers = {
        raw: (request, body) => { request.rawBody = body; },
        text: (request, body) => { request.rawBody = body.toString(); },
        parsed: (request, body) => { request.body = JSON.parse(body); },
        string: (request, body) => { request.body = body.toString(); },
        nothing: (request) => { request.body = {}; },
      };
      const read = async ({ req, request }, next) => {
        const leave = readers[request.headers['x-read']];
        if (leave) leave(request, Buffer.concat(await req.toArray()));
        return next();
      };
      const bootstrap = (context) => (context.strapi.server.use(read), plugin.bootstrap(context));
      const partner = ({ request }) => request.headers['x-partner'] === 'yes';
      const marked = (ctx, next) => (ctx.set('x-marked', 'yes'), next());
      const more = {
        '/consent/config': { policies: ['plugin::consent.partner'] },
        '/consent/records': ({ middlewares }) => ({ middlewares: [...middlewares, marked] }),
      };
      const guarded = (route) => {
        const own = more[route.path];
        return { ...route, config: { ...route.config, ...(typeof own === 'function' ? own(route.config) : own) } };
      };
      const router = (context) => {
        const declared = plugin.routes['content-api'](context);
        return { ...declared, routes: declared.routes.map(guarded) };
      };
      return { ...plugin, bootstrap, policies: { ...plugin.policies, partner }, routes: { ...plugin.routes, 'content-api': router } };
    };`;
    const app = await start({ extension });
    expect((await app.http.get(CONFIG)).status).toBe(403);
    expect((await app.http.get(CONFIG).set('x-partner', 'yes')).status).toBe(200);
    const { status, headers } = await app.http.post('/api/consent/records').send({});
    expect([status, headers['x-marked']]).toEqual([400, 'yes']);

    // What a middleware of the app has read is taken from what it left.
    const partner = await app.http.get(CONFIG).set('x-partner', 'yes');
    const { versions, locale } = partner.body;
    const submission = { consentId: randomUUID(), decisions: {}, versions, source: 'banner', locale };
    const readAs = (how: string, body: object = submission) => postRecord(app, body).set('x-read', how);
    const { consentId } = submission;
    for (const how of ['raw', 'text', 'parsed', 'string']) expect((await readAs(how)).status, how).toBe(201);
    expect(await recordsOf(app, consentId)).toHaveLength(4);
    expect((await readAs('parsed', { ...submission, padding: 'x'.repeat(4096) })).status).toBe(413);
    expect((await readAs('string', { consentId })).status).toBe(400);
    const logged = vi.spyOn(app.strapi.log, 'error').mockImplementation(() => app.strapi.log);
    for (const _ of [1, 2]) {
      const gone = await readAs('nothing');
      expect([gone.status, gone.headers['retry-after']], 'F4: pages keep it').toEqual([503, '5']);
    }
    expect(logged.mock.calls.flat().filter((line) => String(line).includes('rawBody'))).toHaveLength(1);
    expect(await recordsOf(app, consentId)).toHaveLength(4);
  });

  it('consent_jurisdiction is ignored in production', async () => {
    const app = await start({ environment: 'production' });
    const { body, headers } = await app.http
      .get(`${CONFIG}?consent_jurisdiction=US`)
      .set('cf-ipcountry', 'JP');
    expect(body.jurisdiction).toEqual({ country: 'JP', model: 'notice' });
    expect(headers['cache-control']).toContain('public');
  });
});

withEachDatabase('GET config after a change of options', (start, kind) => {
  it('says nothing of a copy from before, also where no editor has changed anything', async () => {
    const database = await preparedDatabase(kind);
    const options = { recording: { mode: 'none' }, config: { cacheControl: 'private' } } as const;
    const before = await start({ database, options });
    const { headers } = await before.http.get(CONFIG);
    expect(headers['cache-control'], 'no shared cache may keep it').toBe('private, max-age=60');
    const copy = {
      'If-None-Match': headers.etag as string,
      'If-Modified-Since': new Date(Date.parse(headers['last-modified'] as string) - 1000).toUTCString(),
    };
    const after = await start({ database, options: { recording: { mode: 'anonymous' } } });
    const { status, body, headers: present } = await after.http.get(CONFIG).set(copy);
    expect([status, body.recording?.enabled, present.etag]).toEqual([200, true, headers.etag]);
    const again = { 'If-None-Match': present.etag, 'If-Modified-Since': present['last-modified'] };
    expect((await after.http.get(CONFIG).set(again)).status).toBe(304);
    // The date alone never answers for what editors may have changed.
    const dated = { 'If-Modified-Since': present['last-modified'] as string };
    expect((await after.http.get(CONFIG).set(dated)).status).toBe(200);
    expect((await after.http.get(CONFIG).set('If-None-Match', present.etag as string)).status).toBe(304);
  });
});
