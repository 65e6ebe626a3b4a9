import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/** The scripts that stand in pages as text, by the module that hands their text to whoever imports it. */
const ENTRIES: Record<string, string> = {
  'virtual:consent/snippet': './src/head/snippet.ts',
  'virtual:consent/gate-opener': './src/client/gate-opener.ts',
};

/** Bundles the inline scripts of pages: one source, one set of bytes. */
export function inlineScriptsPlugin() {
  const texts = new Map<string, Promise<string>>();
  return {
    name: 'consent-inline-scripts',
    resolveId: (source: string) => (source in ENTRIES ? `\0${source}` : undefined),
    load: async (source: string) => {
      const entry = source.startsWith('\0') && ENTRIES[source.slice(1)];
      if (!entry) return;
      const text = texts.get(entry) ?? bundle(entry);
      texts.set(entry, text);
      return `export default ${JSON.stringify(await text)}`;
    },
  };
}

async function bundle(entry: string): Promise<string> {
  const input = fileURLToPath(new URL(entry, import.meta.url));
  const build = await rolldown({ input, platform: 'browser', treeshake: true });
  const { output } = await build.generate({ format: 'iife', minify: true, comments: false });
  await build.close();
  const code = output[0].code.trim();
  // Inside <script> these two would end or reopen the element.
  if (/<\/script|<!--/i.test(code)) throw new Error(`${entry} must not contain "</script" or "<!--".`);
  return code;
}
