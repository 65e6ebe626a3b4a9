import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../../run/paths.ts';
import { run } from './commands.ts';

const CREATE = `${ROOT}/playground/consumer/node_modules/.bin/create-strapi-app`;

/** Where packages of this repository come from; all others come from wherever this machine gets them. */
const npmrc = (registry: string): string => `@permesso:registry=${registry}/\n`;

function write(folder: string, file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

/** An empty folder, as anybody begins in. */
export function makeFolder(folder: string, name: string, registry: string): string {
  write(join(folder, name), '.npmrc', npmrc(registry));
  return join(folder, name);
}

/** The version that this repository itself was tested with. */
export function catalogVersion(name: string): string {
  const catalog = readFileSync(`${ROOT}/pnpm-workspace.yaml`, 'utf8');
  const [, version] = new RegExp(`^ {2}"?${name}"?: (\\S+)$`, 'm').exec(catalog) ?? [];
  if (!version) throw new Error(`The catalog has no ${name}`);
  return version;
}

/**
 * A new Strapi app, by Strapi's own program. It is not installed yet: what the README installs next installs all.
 *
 * Its one change: Strapi's template asks for better-sqlite3 12, which fetches its binary from elsewhere or compiles it;
 * release 13 has the same interface and brings its binary in the package, so that a machine without compiler and
 * without that other server can run this too.
 */
export async function makeStrapiApp(folder: string, name: string, registry: string): Promise<string> {
  const answers = '--typescript --use-npm --skip-cloud --skip-db --no-example --no-git-init';
  await run(`${CREATE} ${name} ${answers} --non-interactive --no-install --no-run`, folder);
  const app = makeFolder(folder, name, registry);
  const manifest = readFileSync(join(app, 'package.json'), 'utf8');
  const changed = manifest.replace(/("better-sqlite3": ")[^"]+/, `$1${catalogVersion('better-sqlite3')}`);
  if (changed === manifest)
    throw new Error(`Strapi's template is not what it was expected to be:\n${manifest}`);
  write(app, 'package.json', changed);
  return app;
}

/** Puts the import and the entry of the README's `config/plugins.ts` beside what stands in the file. */
export function addPlugin(path: string, example: string): void {
  const [, imports, entry] =
    /^\/\/.*\n([\s\S]*?)\nexport default \(\) => \(\{\n([\s\S]*)\}\);\n$/.exec(example) ?? [];
  if (!imports || !entry) throw new Error(`The README's config/plugins.ts has another shape:\n${example}`);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, `${imports}${text.replace(/=> \(\{\n/, (start) => `${start}${entry}`)}`);
}

/**
 * A new Astro app with the files of `create astro --template minimal`, which that program would fetch from where the
 * templates are kept.
 */
export function makeAstroApp(folder: string, name: string, registry: string): string {
  const app = makeFolder(folder, name, registry);
  for (const [file, text] of Object.entries(minimalAstro(name))) write(app, file, text);
  return app;
}

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
