import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

const query = '.css?inline';

/**
 * `import css from './x.css?inline'` gives the stylesheet's text, as Vite does it: the dialog's styles travel with its
 * script and are paid for only by a visitor who opens it. One source with the page that works without JavaScript.
 */
export function cssTextPlugin() {
  return {
    name: 'consent-css-text',
    resolveId: (source: string, importer?: string) =>
      source.endsWith(query) && importer ? `${resolve(dirname(importer), source)}.js` : undefined,
    load: async (id: string) => {
      if (!id.endsWith(`${query}.js`)) return;
      return `export default ${JSON.stringify(await stylesheetText(id.slice(0, -'?inline.js'.length)))}`;
    },
  };
}

/** A stylesheet without comments, and without the spaces and zeros that it need not have. */
export async function stylesheetText(file: string): Promise<string> {
  const text = await readFile(file, 'utf8');
  return text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/(?<=[{;(][\w-]+): /g, ':')
    .replace(/(?<=\() | (?=\))/g, '')
    .replace(/(?<![\w.])0(?=\.\d)/g, '')
    .replace(/;}/g, '}')
    .trim();
}
