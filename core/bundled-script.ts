import { rolldown } from 'rolldown';
import { cssTextPlugin } from './css-text-plugin.ts';

/** A script for browsers with all that it imports, minified: it needs no bundler of its site. */
export async function bundleScript(entry: string, format: 'esm' | 'iife'): Promise<string> {
  const build = await rolldown({
    input: entry,
    platform: 'browser',
    treeshake: true,
    plugins: [cssTextPlugin()],
  });
  const { output } = await build.generate({ format, minify: true, comments: false });
  await build.close();
  if (output.length > 1) throw new Error(`${entry} needs a file beside its own.`);
  return output[0].code.trim();
}
