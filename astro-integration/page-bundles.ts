import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { cssTextPlugin } from '../core/css-text-plugin.ts';

const source = new URL('./src/client/', import.meta.url);
const dist = new URL('./dist/client/', import.meta.url);

/** The store takes over from what answered the banner, and takes from it what decides: they are bundled together. */
const TOGETHER = ['parts/answer', 'parts/store'];

/**
 * Bundles the page's runtime and each of its parts into a file of its own: a page asks for one file and not for a
 * dozen shared chunks. What they share is on `globalThis`, so that copies of the code agree.
 */
export async function bundlePage(): Promise<void> {
  const parts = (await readdir(new URL('parts/', source))).map(
    (file) => `parts/${file.replace(/\.ts$/, '')}`,
  );
  const alone = ['runtime', ...parts].filter((name) => !TOGETHER.includes(name));
  await Promise.all([TOGETHER, ...alone.map((name) => [name])].map(bundle));
}

async function bundle(names: string[]): Promise<void> {
  const build = await rolldown({
    input: Object.fromEntries(names.map((name) => [name, fileURLToPath(new URL(`${name}.ts`, source))])),
    external: /^virtual:/,
    platform: 'browser',
    plugins: [cssTextPlugin()],
  });
  const { output } = await build.write({
    dir: fileURLToPath(dist),
    format: 'esm',
    entryFileNames: '[name].js',
  });
  await build.close();
  if (output.length > names.length) throw new Error(`${names.join(' and ')} need a file beside their own.`);
}
