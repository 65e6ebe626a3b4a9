import { describe, expect, it } from 'vitest';
import { startApp } from './support/app';
import { DATABASES } from './support/databases';

interface Schema {
  properties?: object;
  $ref?: string;
}

interface Operation {
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

describe('OpenAPI', () => {
  it("Strapi's document holds the plugin's routes with request and response schemas", async () => {
    const app = await startApp(DATABASES[0]!, {
      server: { openapi: { 'content-api': { access: 'public' } } },
    });
    const { status, body } = await app.http.get('/api/openapi.json');
    await app.stop();
    expect(status).toBe(200);
    const operation = (path: string, method = 'get'): Operation => body.paths[path]?.[method];
    const text = JSON.stringify(body);
    const routes = Object.keys(body.paths).filter((path) => path.includes('/consent/'));
    expect(routes.map((path) => path.replace(/^\/api/, '')).sort()).toEqual(
      [
        '/consent/config',
        '/consent/legal',
        '/consent/legal/{slug}',
        '/consent/records',
        '/consent/records/me',
        '/consent/subprocessors',
      ].sort(),
    );
    const prefix = routes[0]?.startsWith('/api') ? '/api' : '';
    const config = operation(`${prefix}/consent/config`);
    expect(config.parameters?.map(({ name }) => name)).toEqual(['locale', 'consent_jurisdiction']);
    for (const path of routes) {
      const method = path.endsWith('/records') ? 'post' : 'get';
      expect(
        operation(path, method).responses['200']?.content?.['application/json']?.schema,
        path,
      ).toBeTruthy();
    }
    /** The names of a schema's properties, wherever the document keeps it. */
    const fields = (schema: Schema | undefined): string[] => {
      const name = schema?.$ref?.split('/').at(-1);
      const found: Schema | undefined = name ? body.components.schemas[name] : schema;
      return Object.keys(found?.properties ?? {}).sort();
    };
    const answered = (path: string, method = 'get') =>
      fields(operation(`${prefix}${path}`, method).responses['200']?.content?.['application/json']?.schema);
    expect(answered('/consent/config')).toEqual([
      'banner',
      'categories',
      'consentMode',
      'cookie',
      'enabled',
      'jurisdiction',
      'locale',
      'reconsent',
      'recording',
      'trackers',
      'versions',
    ]);
    expect(answered('/consent/records', 'post')).toEqual(['id']);
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
    const { requestBody } = operation(`${prefix}/consent/records`, 'post');
    expect(fields(requestBody?.content['application/json']?.schema)).toEqual([
      'consentId',
      'decidedAt',
      'decisions',
      'locale',
      'replaces',
      'source',
      'versions',
    ]);
    expect(text).toContain('policyVersion');
    expect(text).toContain('consentModeManaged');
  });
});
