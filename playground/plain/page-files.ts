import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER = new URL('.', import.meta.resolve('@permesso/consent-core/page-files/consent.js'));
const STYLES = new URL('.', import.meta.resolve('@permesso/consent-core/styles/tokens.css'));
const TAG = new URL(import.meta.resolve('@permesso/consent-core/consent.js'));

const TYPES: Record<string, string> = { js: 'text/javascript', json: 'application/json', css: 'text/css' };

/** What pages load, scripts and texts, as the core ships them, by name; and the stylesheets beside them. */
const files = new Map([...filesIn(FOLDER, ''), ...filesIn(STYLES, 'styles/')]);

const hash = createHash('sha256');
for (const [name, text] of files) hash.update(`${name}\0${text}\0`);

/** Where the site serves them: the address changes with their content, so that browsers may keep them for ever. */
export const base = `/consent.${hash.digest('hex').slice(0, 8)}/`;

/** Answers for these files, and for the one that a script tag names, which looks for `page-files` beside itself. */
export function pageFile(path: string): Response | null {
  if (path === '/consent.js') return answer(path, readFileSync(TAG, 'utf8'), 'no-cache');
  if (path.startsWith(base)) {
    return answer(path, files.get(path.slice(base.length)), 'public, max-age=31536000, immutable');
  }
  const [, beside] = path.split('/page-files/');
  return beside ? answer(path, files.get(beside), 'no-cache') : null;
}

function answer(path: string, text: string | undefined, cacheControl: string): Response | null {
  const type = TYPES[path.split('.').at(-1)!];
  if (text === undefined || !type) return null;
  return new Response(text, { headers: { 'content-type': type, 'cache-control': cacheControl } });
}

function filesIn(folder: URL, prefix: string): [name: string, text: string][] {
  return readdirSync(fileURLToPath(folder), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.(js|json|css)$/.test(name))
    .sort()
    .map((name) => [prefix + name, readFileSync(new URL(name, folder), 'utf8')]);
}
