import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../../run/paths.ts';
import { pnpm, run } from './commands.ts';
import { fileIn, packagesIn } from './readme.ts';

const PLUGIN = 'strapi-plugin/README.md';
const INTEGRATION = 'astro-integration/README.md';
const CREATE = `${ROOT}/playground/consumer/node_modules/.bin/create-strapi-app`;

/** Where packages of this repository come from; all others come from wherever this machine gets them. */
const npmrc = (registry: string): string => `@permesso:registry=${registry}/\n`;

function write(folder: string, file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

function edit(folder: string, file: string, change: (text: string) => string): void {
  const before = readFileSync(join(folder, file), 'utf8');
  const after = change(before);
  if (after === before) throw new Error(`${file} is not what it was expected to be:\n${before}`);
  writeFileSync(join(folder, file), after);
}

/** The version that this repository itself was tested with. */
function catalogVersion(name: string): string {
  const catalog = readFileSync(`${ROOT}/pnpm-workspace.yaml`, 'utf8');
  const [, version] = new RegExp(`^ {2}"?${name}"?: (\\S+)$`, 'm').exec(catalog) ?? [];
  if (!version) throw new Error(`The catalog has no ${name}`);
  return version;
}

/** A new Strapi app, by Strapi's own program, with the plugin as its README says. */
export async function makeStrapiApp(folder: string, name: string, registry: string): Promise<string> {
  const answers = '--typescript --use-pnpm --skip-cloud --skip-db --no-example --no-git-init';
  await run(`${CREATE} ${name} ${answers} --non-interactive --no-install --no-run`, folder);
  const app = join(folder, name);
  write(app, '.npmrc', npmrc(registry));
  // A release of the same driver whose package brings its binary: nothing is compiled or fetched from elsewhere.
  edit(app, 'package.json', (text) =>
    text.replace(/("better-sqlite3": ")[^"]+/, `$1${catalogVersion('better-sqlite3')}`),
  );
  await pnpm(`add --prefer-offline ${packagesIn(PLUGIN).join(' ')}`, app);
  edit(app, 'config/plugins.ts', (text) => addPlugin(text, fileIn(PLUGIN, 'config/plugins.ts')));
  await pnpm('build', app, { NODE_ENV: 'production' });
  return app;
}

/** Puts the README's import and entry into the file that a new app has. */
function addPlugin(text: string, example: string): string {
  const [, imports, entry] =
    /^\/\/.*\n([\s\S]*?)\nexport default \(\) => \(\{\n([\s\S]*)\}\);\n$/.exec(example) ?? [];
  if (!imports || !entry) throw new Error(`The README's config/plugins.ts has another shape:\n${example}`);
  return `${imports}${text.replace(/=> \(\{\n/, (start) => `${start}${entry}`)}`;
}

/** A new Astro app as `create astro --template minimal` makes it, with the integration as its README says. */
export async function makeAstroApp(
  folder: string,
  name: string,
  registry: string,
  cms: string,
): Promise<string> {
  const app = join(folder, name);
  for (const [file, text] of Object.entries(minimalAstro(name))) write(app, file, text);
  write(app, '.npmrc', npmrc(registry));
  // pnpm asks which packages may run scripts when they are installed.
  write(app, 'pnpm-workspace.yaml', "packages: ['.']\nallowBuilds: { esbuild: true, sharp: true }\n");
  await pnpm(`add --prefer-offline ${packagesIn(INTEGRATION).join(' ')}`, app);
  for (const file of SITE_FILES) write(app, file, fileIn(INTEGRATION, file));
  await pnpm('build', app, { NODE_ENV: 'production', CONSENT_CMS_URL: cms });
  return app;
}

/** What the README has a new site write, in its first steps and for its legal pages. */
const SITE_FILES = [
  'astro.config.mjs',
  'src/layouts/Layout.astro',
  'src/pages/index.astro',
  'src/pages/legal/[slug].astro',
  'src/content.config.ts',
  'src/pages/imprint/[slug].astro',
  'src/live.config.ts',
  'src/pages/policies/[slug].astro',
  'src/pages/legal/subprocessors.xml.ts',
];

const minimalAstro = (name: string): Record<string, string> => ({
  'package.json': JSON.stringify({
    name,
    type: 'module',
    version: '0.0.1',
    scripts: { dev: 'astro dev', build: 'astro build', preview: 'astro preview' },
    dependencies: { astro: catalogVersion('astro') },
  }),
  'tsconfig.json': JSON.stringify({
    extends: 'astro/tsconfigs/strict',
    include: ['.astro/types.d.ts', '**/*'],
    exclude: ['dist'],
  }),
});
