import { describe, expect, it } from 'vitest';
import { startApp } from './support/app';
import { DATABASES } from './support/databases';

interface Operation {
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { content?: Record<string, { schema: { properties?: object; $ref?: string } }> }>;
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
    const { requestBody } = operation(`${prefix}/consent/records`, 'post');
    expect(requestBody?.content['application/json']?.schema).toBeTruthy();
    expect(text).toContain('policyVersion');
    expect(text).toContain('consentModeManaged');
  });
});
