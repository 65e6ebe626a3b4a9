import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { getEvidenceStore } from '../server/src/evidence';
import { onSqlite } from './support/app';
import { assistantOf } from './support/assistant';
import { postRecord, recordsOf, submissionTo } from './support/records';

const require = createRequire(import.meta.url);
const graphql = { enabled: true, resolve: require.resolve('@strapi/plugin-graphql/package.json') };
const TYPES = [
  'settings',
  'categories',
  'trackers',
  'processors',
  'legal-pages',
  'records',
  'snapshots',
  'publications',
  'daily-counts',
  'erasures',
];

/** What editors edit in the content manager, as Strapi's tools name it. */
const EDITED = ['category', 'legal-page', 'processor', 'tracker'];

/** Strapi makes doors of its own for content types; the plugin's have the ones that it made itself. */
const DOORS = { plugins: { graphql }, server: { mcp: { enabled: true } } };

onSqlite('F2: the general doors of Strapi', DOORS, (app) => {
  it('GraphQL neither reads nor writes a type of the plugin', async () => {
    const query = '{ __schema { types { name fields { name } } } }';
    const { body } = await app().http.post('/graphql').send({ query });
    const types: { name: string; fields: { name: string }[] | null }[] = body.data.__schema.types;
    const names = types.flatMap(({ name, fields }) => [name, ...(fields ?? []).map((field) => field.name)]);
    expect(names).toContain('UsersPermissionsUser');
    expect(names.filter((name) => /consent/i.test(name))).toEqual([]);
  });

  it('an API token with full access reaches no entries of the plugin', async () => {
    const { accessKey } = await app()
      .strapi.service('admin::api-token')
      .create({ name: 'everything', description: '', type: 'full-access', lifespan: null });
    const submission = await submissionTo(app());
    const { id } = (await postRecord(app(), submission)).body;
    for (const type of TYPES) {
      for (const path of [`/api/${type}`, `/api/consent-${type}`, `/api/consent/${type}/${id}`]) {
        for (const method of ['get', 'put', 'delete'] as const) {
          const { status } = await app().http[method](path).set('Authorization', `Bearer ${accessKey}`);
          expect([404, 405], `${method} ${path}`).toContain(status);
        }
      }
    }
    expect(await recordsOf(app(), submission.consentId)).toHaveLength(1);
  });

  it('MCP has tools for what editors edit, and none that reads or writes evidence', async () => {
    const { strapi } = app();
    const { snapshots } = getEvidenceStore(strapi);
    const submission = await submissionTo(app());
    const { id } = (await postRecord(app(), submission)).body;
    const [record] = await recordsOf(app(), submission.consentId);
    const kept = await snapshots.latest(100);
    const snapshot = kept.find(({ hash }) => hash === record?.snapshot);
    expect(snapshot).toBeDefined();
    const client = await assistantOf(app());
    try {
      const names = (await client.listTools()).tools.map(({ name }) => name);
      const types = new Set(names.flatMap((name) => /_plugin-consent_([a-z-]+)/.exec(name)?.[1] ?? []));
      expect([...types].sort()).toEqual(EDITED);
      for (const name of names.filter((one) => one.startsWith('list_'))) {
        const answer = await client.callTool({ name, arguments: {} });
        expect([name, answer.isError ?? false]).toEqual([name, false]);
        expect(JSON.stringify(answer)).not.toMatch(
          new RegExp(`${submission.consentId}|${id}|${snapshot?.hash}`),
        );
      }
      for (const name of names.filter((one) => one.startsWith('delete_plugin-consent_'))) {
        for (const documentId of [id, snapshot?.hash]) {
          const { isError } = await client.callTool({ name, arguments: { documentId } });
          expect([name, isError]).toEqual([name, true]);
        }
      }
    } finally {
      await client.close();
    }
    expect(await recordsOf(app(), submission.consentId)).toEqual([record]);
    expect(await snapshots.latest(100)).toEqual(kept);
  });

  it('no role of users-permissions is given anything of the plugin, and none is needed', async () => {
    const permissions = app().strapi.db.query('plugin::users-permissions.permission');
    expect(await permissions.findMany({ where: { action: { $startsWith: 'plugin::consent' } } })).toEqual([]);
    expect((await app().http.get('/api/consent/config')).status).toBe(200);
  });
});
