import { dirname, resolve } from 'node:path';
import { bundleAfterHead, bundleHeadScript } from './head-code-plugin.ts';

const query = '.ts?script';
const given = '.ts.script.js';

/**
 * `import text from './x.ts?script'` gives a whole script, bundled and minified, as text: what stands inline in a page. One
 * source, one set of bytes, by whose hash a Content-Security-Policy allows it.
 */
export function scriptTextPlugin() {
  const texts = new Map<string, Promise<string>>();
  return {
    name: 'consent-script-text',
    enforce: 'pre' as const,
    resolveId: (source: string, importer?: string) =>
      source.endsWith(query) && importer
        ? `\0${resolve(dirname(importer), source.replace(query, given))}`
        : undefined,
    load: async (id: string) => {
      if (!id.startsWith('\0') || !id.endsWith(given)) return;
      const entry = id.slice(1, -'.script.js'.length);
      const text = texts.get(entry) ?? inlineScript(entry);
      texts.set(entry, text);
      return `export default ${JSON.stringify(await text)}`;
    },
  };
}

async function inlineScript(entry: string): Promise<string> {
  const isHead = entry.endsWith('/head-script.ts');
  const code = isHead ? (await bundleHeadScript(entry)).code : await bundleAfterHead(entry);
  // Inside <script> these two would end or reopen the element.
  if (/<\/script|<!--/i.test(code)) throw new Error(`${entry} must not contain "</script" or "<!--".`);
  return code;
}
