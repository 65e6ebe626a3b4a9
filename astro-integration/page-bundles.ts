import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { cssTextPlugin } from './css-text-plugin.ts';

const source = new URL('./src/client/', import.meta.url);
const dist = new URL('./dist/client/', import.meta.url);

/**
 * Bundles the page's runtime and each of its parts into a file of its own: a page asks for one file and not for a
 * dozen shared chunks. What they share is on `globalThis`, so that copies of the code agree.
 */
export async function bundlePage(): Promise<void> {
  const parts = (await readdir(new URL('parts/', source))).map((file) => `parts/${file}`);
  await Promise.all(['runtime.ts', ...parts].map(bundle));
}

async function bundle(file: string): Promise<void> {
  const build = await rolldown({
    input: fileURLToPath(new URL(file, source)),
    external: /^virtual:/,
    platform: 'browser',
    plugins: [cssTextPlugin()],
  });
  await build.write({ file: fileURLToPath(new URL(file.replace(/\.ts$/, '.js'), dist)), format: 'esm' });
  await build.close();
}
