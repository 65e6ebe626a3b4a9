import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleScript } from './bundled-script.ts';

/** Under what name a page has what its head's script exports. */
const GLOBAL = '__permesso';

/** Stands in the place of its modules. */
const HEAD_CODE = '\0head-code';

const headCode = fileURLToPath(new URL('./src/page/head-code.ts', import.meta.url));

/** What `head-code.ts` exports; asked for by each script, and found out once. */
let headNames: Promise<readonly string[]> | undefined;

/** The script of a head, or one in its place; it gives the page what `head-code.ts` exports. */
export const bundleHeadScript = (entry: string) => bundleScript(entry, { name: GLOBAL });

/** A script that runs behind the head's and takes from it what that has: bundled again it would be loaded twice. */
export async function bundleAfterHead(entry: string): Promise<string> {
  headNames ??= bundleHeadScript(headCode).then(({ exports }) => exports);
  const names = await headNames;
  const variant = entry.endsWith('services.ts') ? [] : [withoutServicesPlugin];
  const { used } = await bundleScript(entry, { plugins: [headCodePlugin(names), ...variant] });
  // What is used is taken in one statement, which a bundler keeps or leaves out as a whole, and is shorter than one for each.
  const plugins = [headCodePlugin(names, used(HEAD_CODE)), ...variant];
  const { code } = await bundleScript(entry, { plugins });
  return code;
}

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const SERVICE_RULES = fileOf('./src/rules/service-rules.ts');
const NO_SERVICE_RULES = fileOf('./src/page/no-service-rules.ts');

/** Leaves the rules of services out: of a page's parts `services.ts` alone has them. */
const withoutServicesPlugin = {
  name: 'consent-without-services',
  resolveId: (source: string, importer?: string) =>
    importer && resolve(dirname(importer), source) === SERVICE_RULES ? NO_SERVICE_RULES : undefined,
};

/** Gives the names of `head-code.ts` in place of the modules that it takes them from; another name of them fails the build. */
function headCodePlugin(names: readonly string[], used: readonly string[] = []) {
  const others = names.filter((name) => !used.includes(name));
  const code = [
    `export const { ${names.filter((name) => used.includes(name)).join(', ')} } = ${GLOBAL};`,
    ...others.map((name) => `export const ${name} = ${GLOBAL}.${name};`),
  ].join('\n');
  const replaced = modulesOf(headCode);
  return {
    name: 'consent-head-code',
    resolveId: (source: string, importer?: string) =>
      importer && replaced.has(resolve(dirname(importer), source)) ? HEAD_CODE : undefined,
    load: (loaded: string) => {
      if (loaded === HEAD_CODE) return code;
    },
  };
}

function modulesOf(file: string): ReadonlySet<string> {
  const sources = readFileSync(file, 'utf8').matchAll(/ from '(.+)';/g);
  return new Set([...sources].map(([, source]) => resolve(dirname(file), source!)));
}
