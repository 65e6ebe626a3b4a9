import { expect, it } from 'vitest';
import { withSqlite } from './support/app';

interface Schema {
  properties?: object;
  $ref?: string;
}

interface Operation {
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<
    string,
    { description?: string; headers?: object; content?: Record<string, { schema: Schema }> }
  >;
}

/** An error in Strapi's shape, as a schema. */
const errorOf = (status: number) => ({
  properties: { data: { type: 'null' }, error: { properties: { status: { const: status } } } },
});

withSqlite('OpenAPI', (start) => {
  it("Strapi's document holds the plugin's routes with request and response schemas, and every status of E4", async () => {
    const app = await start({
      server: { openapi: { 'content-api': { access: 'public' } } },
    });
    const { status, body } = await app.http.get('/api/openapi.json');
    expect(status).toBe(200);
    const operation = (path: string, method = 'get'): Operation => body.paths[path]?.[method];
    const text = JSON.stringify(body);
    const routes = Object.keys(body.paths).filter((path) => path.includes('/consent/'));
    expect(routes.map((path) => path.replace(/^\/api/, '')).sort()).toEqual(
      [
        '/consent/config',
        '/consent/legal',
        '/consent/legal/{slug}',
        '/consent/log-{number}/{path}',
        '/consent/log/{path}',
        '/consent/impressions',
        '/consent/presentations',
        '/consent/preview/config',
        '/consent/preview/legal',
        '/consent/preview/legal/{slug}',
        '/consent/preview/subprocessors',
        '/consent/records',
        '/consent/records/feed',
        '/consent/records/me',
        '/consent/records/signal',
        '/consent/scans',
        '/consent/subprocessors',
      ].sort(),
    );
    const file = Object.entries(body.paths).find(([path]) => path.endsWith('/log/{path}'))?.[1] as {
      get: Operation;
    };
    expect(Object.keys(file.get.responses)).toEqual(['200', '401', '403', '404', '500']);
    expect(file.get.responses['200']?.content).toHaveProperty('application/octet-stream');
    expect(file.get.parameters?.map(({ name }) => name)).toEqual(['path']);
    const prefix = routes[0]?.startsWith('/api') ? '/api' : '';
    const config = operation(`${prefix}/consent/config`);
    expect(config.parameters?.map(({ name }) => name)).toEqual(['locale', 'consent_jurisdiction', 'with']);
    /** The names of a schema's properties, wherever the document keeps it. */
    const fields = (schema: Schema | undefined): string[] => {
      const name = schema?.$ref?.split('/').at(-1);
      const found: Schema | undefined = name ? body.components.schemas[name] : schema;
      return Object.keys(found?.properties ?? {}).sort();
    };
    const statuses: Record<string, string[]> = {
      '/consent/config': ['200', '304', '403'],
      '/consent/legal': ['200', '304', '403', '404'],
      '/consent/legal/{slug}': ['200', '304', '403', '404'],
      '/consent/impressions': ['204', '400', '403', '413', '415', '429'],
      '/consent/presentations': ['201', '400', '403', '413', '415', '429'],
      '/consent/records': ['201', '204', '400', '403', '409', '413', '415', '429', '503'],
      '/consent/records/feed': ['200', '400', '401', '403'],
      '/consent/records/me': ['200', '401', '403'],
      '/consent/records/signal': ['200', '401', '403'],
      '/consent/scans': ['200', '201', '400', '401', '403', '413'],
      '/consent/subprocessors': ['200', '304', '403', '404'],
    };
    for (const [path, expected] of Object.entries(statuses)) {
      const { responses } = operation(
        `${prefix}${path}`,
        /(records|presentations|impressions|scans)$/.test(path) ? 'post' : 'get',
      );
      expect(Object.keys(responses), path).toEqual([...expected, '500'].sort());
      for (const status of expected) {
        const { description, content } = responses[status] ?? {};
        const schema = content?.['application/json']?.schema;
        expect(description, `${path} ${status}`).toMatch(/\.$/);
        if (status === '204' || status === '304') expect(schema, `${path} ${status}`).toBeUndefined();
        else expect(fields(schema), `${path} ${status}`).not.toEqual([]);
        if (Number(status) >= 400) expect(schema, status).toMatchObject(errorOf(Number(status)));
      }
    }
    const posted = operation(`${prefix}/consent/records`, 'post').responses;
    expect(JSON.stringify(posted['409'])).toContain('documentsVersion');
    expect(JSON.stringify(posted['400'])).toContain('"path"');
    for (const status of ['429', '503']) expect(posted[status]?.headers).toHaveProperty('Retry-After');
    const answered = (path: string, method = 'get', status = '200') =>
      fields(operation(`${prefix}${path}`, method).responses[status]?.content?.['application/json']?.schema);
    expect(answered('/consent/config')).toEqual([
      'banner',
      'categories',
      'consentMode',
      'cookie',
      'enabled',
      'granularity',
      'jurisdiction',
      'locale',
      'reconsent',
      'recording',
      'refusal',
      'services',
      'trackers',
      'versions',
    ]);
    expect(answered('/consent/records', 'post', '201')).toEqual(['id']);
    expect(answered('/consent/records/me')).toEqual(['docs']);
    expect(answered('/consent/subprocessors')).toEqual([
      'changedAt',
      'changes',
      'noticeDays',
      'noticeEmail',
      'processors',
      'subscribeUrl',
      'version',
    ]);
    expect(answered('/consent/legal')).toEqual(['pages']);
    expect(answered('/consent/legal/{slug}')).toEqual(
      expect.arrayContaining(['content', 'data', 'slug', 'title']),
    );
    const { requestBody, parameters } = operation(`${prefix}/consent/records`, 'post');
    expect(fields(requestBody?.content['application/json']?.schema)).toEqual([
      'consentId',
      'decidedAt',
      'decisions',
      'locale',
      'replaces',
      'services',
      'source',
      'tcString',
      'versions',
    ]);
    expect(Object.keys(requestBody?.content ?? {})).toEqual(['application/json', 'text/plain']);
    expect(parameters?.map(({ name }) => name)).toEqual(['environment']);
    expect(text).toContain('policyVersion');
    expect(text).toContain('consentModeManaged');
  });
});
