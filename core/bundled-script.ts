import { type Plugin, rolldown } from 'rolldown';
import { cssTextPlugin } from './css-text-plugin.ts';

export interface ScriptOptions {
  /** Under what name the page has what the script exports. */
  name?: string;
  plugins?: Plugin[];
}

/** A classic script for browsers with all that it imports, minified: it needs no bundler of its site. */
export async function bundleScript(entry: string, { name, plugins = [] }: ScriptOptions = {}) {
  const build = await rolldown({
    input: entry,
    platform: 'browser',
    // What a script does not use of the page's own it does not read.
    treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
    plugins: [cssTextPlugin(), ...plugins],
  });
  const { output } = await build.generate({
    format: 'iife',
    ...(name && { name }),
    generatedCode: { symbols: false },
    esModule: false,
    minify: true,
    comments: false,
  });
  await build.close();
  const [{ code, exports, modules }] = output;
  if (output.length > 1) throw new Error(`${entry} needs a file beside its own.`);
  return {
    code: code.trim(),
    exports,
    /** What the script uses of a module. */
    used: (id: string) => modules[id]?.renderedExports ?? [],
  };
}
