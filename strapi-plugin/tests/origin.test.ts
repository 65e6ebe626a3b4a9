import { expect, it } from 'vitest';
import { onSqlite, withSqlite } from './support/app';

const CONFIG = '/api/consent/config';
const PATHS = [
  'config',
  'records',
  'records/me',
  'records/signal',
  'subprocessors',
  'legal',
  'legal/privacy',
];
const corsOf = (headers: Record<string, string>) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'));

onSqlite('Origins', { options: { allowedOrigins: ['https://Shop.example/'] } }, (app) => {
  it('E1: serves an allowed origin and tells its browser so', async () => {
    const { status, headers } = await app().http.get(CONFIG).set('Origin', 'https://shop.example');
    expect(status).toBe(200);
    expect(headers['access-control-allow-origin']).toBe('https://shop.example');
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
    expect(String(headers.vary).toLowerCase()).toContain('origin');
  });

  it.each([
    'https://evil.example',
    'http://shop.example',
    'https://shop.example.evil.example',
    'null',
    'rubbish',
  ])('E1: refuses %s, uncached, although the global CORS would reflect it', async (origin) => {
    const { status, body, headers } = await app().http.get(CONFIG).set('Origin', origin);
    expect(status).toBe(403);
    expect(body).toMatchObject({ data: null, error: { status: 403, name: 'ForbiddenError', details: {} } });
    expect(headers['cache-control']).toBe('no-store');
    expect(corsOf(headers)).toEqual([]);
  });

  it('K: serves a request without an Origin, with no CORS header', async () => {
    const { status, headers } = await app().http.get(CONFIG);
    expect(status).toBe(200);
    expect(corsOf(headers)).toEqual([]);
  });

  it('K: serves the origin of the server itself', async () => {
    const { status, headers } = await app()
      .http.get(CONFIG)
      .set('Host', 'cms.example')
      .set('Origin', 'http://cms.example');
    expect(status).toBe(200);
    expect(headers['access-control-allow-origin']).toBe('http://cms.example');
  });

  it.each(PATHS)('E1: the origin is checked before anything else on %s', async (path) => {
    const { status } = await app().http.get(`/api/consent/${path}`).set('Origin', 'https://evil.example');
    expect(status).toBe(403);
  });

  it('E1: the router ignores case, and so does the check', async () => {
    const { status } = await app().http.get('/API/Consent/config').set('Origin', 'https://evil.example');
    expect(status).toBe(403);
  });

  it.each(PATHS)('answers the preflight of %s with 204 for an allowed origin', async (path) => {
    const { status, headers } = await app()
      .http.options(`/api/consent/${path}`)
      .set('Origin', 'https://shop.example')
      .set('Access-Control-Request-Method', 'POST')
      .set('Access-Control-Request-Headers', 'content-type');
    expect(status).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': 'https://shop.example',
      'access-control-allow-methods': 'GET, POST, OPTIONS',
      'access-control-allow-headers': 'Content-Type, Authorization',
    });
  });

  it('K: answers the preflight of a foreign origin with 403', async () => {
    const { status, headers } = await app()
      .http.options(CONFIG)
      .set('Origin', 'https://evil.example')
      .set('Access-Control-Request-Method', 'GET');
    expect(status).toBe(403);
    expect(corsOf(headers)).toEqual([]);
  });

  it("a route that does not exist is Strapi's 404", async () => {
    const { status, body } = await app().http.get('/api/consent/nothing');
    expect(status).toBe(404);
    expect(body).toMatchObject({ data: null, error: { status: 404, name: 'NotFoundError' } });
  });

  it('the CORS of other routes is left to Strapi', async () => {
    const { headers } = await app()
      .http.options('/api/other')
      .set('Origin', 'https://any.example')
      .set('Access-Control-Request-Method', 'GET');
    expect(headers['access-control-allow-origin']).toBe('https://any.example');
  });
});

onSqlite('Origins where nothing is configured', {}, (app) => {
  it('K: without allowedOrigins only same-origin passes', async () => {
    expect((await app().http.get(CONFIG).set('Origin', 'https://shop.example')).status).toBe(403);
    expect((await app().http.get(CONFIG)).status).toBe(200);
  });

  it('a forwarded host counts for nothing without a proxy', async () => {
    const { status } = await app()
      .http.get(CONFIG)
      .set('X-Forwarded-Host', 'evil.example')
      .set('Origin', 'http://evil.example');
    expect(status).toBe(403);
  });
});

withSqlite('Origins, as the server is configured', (start) => {
  it("K: the origin of server.url is the server's own", async () => {
    const app = await start({ server: { url: 'https://cms.example/strapi' } });
    expect((await app.http.get(CONFIG).set('Origin', 'https://cms.example')).status).toBe(200);
  });

  it('K: behind a proxy the own origin is the one the visitor sees', async () => {
    const app = await start({ server: { proxy: { koa: true } } });
    const { status } = await app.http
      .get(CONFIG)
      .set('X-Forwarded-Proto', 'https')
      .set('X-Forwarded-Host', 'www.shop.example')
      .set('Origin', 'https://www.shop.example');
    expect(status).toBe(200);
  });

  it('E1: is checked under a prefix of upper-case letters too', async () => {
    const app = await start({ api: { rest: { prefix: '/API' } } });
    const path = '/API/consent/config';
    expect((await app.http.get(path)).status).toBe(200);
    expect((await app.http.get(path).set('Origin', 'https://evil.example')).status).toBe(403);
  });

  it('E1: a wildcard stops the start with a sentence', async () => {
    await expect(start({ options: { allowedOrigins: ['*'] } })).rejects.toThrow(
      'consent: allowedOrigins[0] is "*"',
    );
  });
});
