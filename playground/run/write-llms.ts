/**
 * Run before a package is packed, in its folder: its documentation as one `llms.txt`, which its users' assistants read
 * (https://llmstxt.org). It is the README and every page of `docs/`.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const { name, description } = JSON.parse(readFileSync('package.json', 'utf8'));
const readme = readFileSync('README.md', 'utf8');
const DOCS = '../docs';
const pages = readdirSync(DOCS)
  .filter((name) => name.endsWith('.md'))
  .sort();

/** In the one file a page is a part, and a picture is nothing. */
const part = (text: string): string =>
  text
    .replace(/^!\[.*\n\n?/gm, '')
    .replace(/\]\((?:\.\.\/docs\/)?([\w-]+)\.md(?:#[\w-]*)?\)/g, '] (see docs/$1.md)');

const parts = pages.map(
  (page) => `---\n\nThis is docs/${page}.\n\n${part(readFileSync(`${DOCS}/${page}`, 'utf8'))}`,
);
writeFileSync(
  'llms.txt',
  [`# ${name}\n\n> ${description}\n`, part(readme.replace(/^# .*\n+/, '')), ...parts].join('\n'),
);
