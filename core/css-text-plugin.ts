import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

const asked = '.css?inline';
const given = '.css.js';

/**
 * `import css from './x.css?inline'` gives the stylesheet's text, as Vite does it: a style travels with what it dresses
 * and is paid for only by a visitor who sees it.
 */
export function cssTextPlugin() {
  return {
    name: 'consent-css-text',
    resolveId: (source: string, importer?: string) =>
      source.endsWith(asked) && importer
        ? resolve(dirname(importer), source.replace(asked, given))
        : undefined,
    load: async (id: string) => {
      if (!id.endsWith(given)) return;
      return `export default ${JSON.stringify(await stylesheetText(id.replace(/\.js$/, '')))}`;
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
