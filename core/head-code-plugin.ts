import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleScript } from './bundled-script.ts';

/** Under what name a page has what its head's script exports. */
const GLOBAL = '__permesso';

const headCode = fileURLToPath(new URL('./src/page/head-code.ts', import.meta.url));

/** What `head-code.ts` exports; asked for by each script, and found out once. */
let headNames: Promise<readonly string[]> | undefined;

/** The script of a head, or one in its place; it gives the page what `head-code.ts` exports. */
export const bundleHeadScript = (entry: string) => bundleScript(entry, { name: GLOBAL });

/** A script that runs behind the head's and takes from it what that has: bundled again it would be loaded twice. */
export async function bundleAfterHead(entry: string): Promise<string> {
  headNames ??= bundleHeadScript(headCode).then(({ exports }) => exports);
  const { code } = await bundleScript(entry, { plugins: [headCodePlugin(await headNames)] });
  return code;
}

/** Gives the names of `head-code.ts` in place of the modules that it takes them from; another name of them fails the build. */
function headCodePlugin(names: readonly string[]) {
  const id = '\0head-code';
  const replaced = modulesOf(headCode);
  return {
    name: 'consent-head-code',
    resolveId: (source: string, importer?: string) =>
      importer && replaced.has(resolve(dirname(importer), source)) ? id : undefined,
    load: (loaded: string) => {
      if (loaded === id) return names.map((name) => `export const ${name} = ${GLOBAL}.${name};`).join('\n');
    },
  };
}

function modulesOf(file: string): ReadonlySet<string> {
  const sources = readFileSync(file, 'utf8').matchAll(/ from '(.+)';/g);
  return new Set([...sources].map(([, source]) => resolve(dirname(file), source!)));
}
