import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { bundleAfterHead, bundleHeadScript } from './head-code-plugin.ts';
import {
  directionOf,
  INTERFACE_LANGUAGES,
  interfaceTexts,
  LANGUAGE_ALIASES,
  languageOf,
} from './src/texts/index.ts';

const page = new URL('./src/page/', import.meta.url);
const parts = new URL('parts/', page);
const dist = new URL('./dist/', import.meta.url);
const folder = new URL('page-files/', dist);

/**
 * Has browsers compile a whole file while it loads, apart from the page, and not each function at its first call, which
 * the visitor would wait for (https://github.com/WICG/explicit-javascript-compile-hints-file-based). In the first line alone.
 */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad\n';

/** What runs as soon as somebody decides. */
const COMPILED_AHEAD = ['consent.ts', 'tag.ts'];

/**
 * Writes each part of a page as a file of its own: every site, whatever it is made with, serves these very files from one
 * folder. Beside the folder lies what a script tag names, which finds them by its own address.
 */
export async function writePageFiles(): Promise<void> {
  await mkdir(new URL('texts/', folder), { recursive: true });
  for (const name of await readdir(parts)) {
    const code = await bundleAfterHead(fileURLToPath(new URL(name, parts)));
    const hint = COMPILED_AHEAD.includes(name) ? COMPILE_HINT : '';
    await writeFile(new URL(name.replace(/\.ts$/, '.js'), folder), hint + code);
  }
  // A page asks by what it is tagged with, which may be another name of a language.
  for (const name of [...Object.keys(INTERFACE_LANGUAGES), ...Object.keys(LANGUAGE_ALIASES)]) {
    const tag = languageOf(name);
    const language = { tag, direction: directionOf(tag), texts: interfaceTexts(tag) };
    await writeFile(new URL(`texts/${name}.json`, folder), JSON.stringify(language));
  }
  const tag = await bundleHeadScript(fileURLToPath(new URL('script-tag.ts', page)));
  await writeFile(new URL('consent.js', dist), tag.code);
}
