import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { signInAdmin } from './support/admin';
import { withSqlite } from './support/app';
import { bundlePlugin } from './support/bundle';

const require = createRequire(import.meta.url);
const folderOf = (name: string) => dirname(require.resolve(`${name}/package.json`));

/** The plugin beside a copy of `@strapi/utils` that is not Strapi's, as a package manager may put it there; answers with its folder. */
async function pluginWithOwnUtils(): Promise<string> {
  const bundled = await bundlePlugin();
  const plugin = join(dirname(bundled), 'with-own-utils');
  const packages = join(plugin, 'node_modules');
  const utils = folderOf('@strapi/utils');
  await mkdir(join(packages, '@strapi'), { recursive: true });
  await cp(utils, join(packages, '@strapi', 'utils'), { recursive: true });
  const beside = join(utils, '..', '..');
  for (const name of await readdir(beside)) {
    if (name !== '@strapi') await symlink(join(beside, name), join(packages, name));
  }
  await cp(bundled, join(plugin, 'plugin.cjs'));
  await writeFile(join(plugin, 'strapi-server.js'), "module.exports = require('./plugin.cjs').default;\n");
  const strapi = { kind: 'plugin', name: 'consent', displayName: 'Consent' };
  await writeFile(join(plugin, 'package.json'), JSON.stringify({ name: 'consent-with-own-utils', strapi }));
  return plugin;
}

withSqlite('A plugin that has another copy of @strapi/utils than Strapi', (start) => {
  it('answers its errors with their own status and sentence', async () => {
    const resolve = await pluginWithOwnUtils();
    const other = createRequire(join(resolve, 'plugin.cjs'))('@strapi/utils');
    expect(other.errors.NotFoundError).not.toBe(require('@strapi/utils').errors.NotFoundError);
    const app = await start({
      plugins: { consent: { enabled: true, resolve, config: { jobs: { seal: false, embeds: false } } } },
      packages: { '@strapi/strapi': folderOf('@strapi/strapi') },
    });
    const authorization = `Bearer ${await signInAdmin(app)}`;
    const answers = [
      await app.http.get('/api/consent/legal/none'),
      await app.http.post('/api/consent/records').send({ nobody: 'asked for this' }),
      await app.http.get('/consent/releases/99').set('Authorization', authorization),
    ];
    expect(answers.map(({ body }) => [body.error.status, body.error.name])).toEqual([
      [404, 'NotFoundError'],
      [400, 'ValidationError'],
      [404, 'NotFoundError'],
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 400, 404]);
    expect(answers[2]?.body.error.message).toBe('There is no release of this number.');
  });
});
