import { type Plugin, rolldown } from 'rolldown';
import { minify } from 'terser';
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
    minify: 'dce-only',
  });
  await build.close();
  const [{ code, exports, modules }] = output;
  if (output.length > 1) throw new Error(`${entry} needs a file beside its own.`);
  // Goes over the code until it gets no shorter: of what every page carries Rolldown's own minifier leaves one percent more.
  // A function in parentheses is compiled at once by browsers, where they would read others only to read them again.
  const format = { wrap_iife: true };
  const { code: minified } = await minify(code, { ecma: 2020, compress: { passes: 3 }, format });
  return {
    code: minified!,
    exports,
    /** What the script uses of a module. */
    used: (id: string) => modules[id]?.renderedExports ?? [],
  };
}
