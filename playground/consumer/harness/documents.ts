import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { marked, type Token, type Tokens } from 'marked';
import { ROOT } from '../../run/paths.ts';

/** What people read before they read code. */
export const DOCUMENTS: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'core/README.md',
  'strapi-plugin/README.md',
  'astro-integration/README.md',
  ...globSync('docs/*.md', { cwd: ROOT }).sort(),
];

const tokensOf = (document: string): Token[] => marked.lexer(readFileSync(join(ROOT, document), 'utf8'));

/** Links and images of a document to other files, and to its own headings. */
export function relativeLinks(document: string): string[] {
  const links: string[] = [];
  marked.walkTokens(tokensOf(document), (token) => {
    if (token.type === 'link' || token.type === 'image') links.push(token.href);
  });
  return links.filter((href) => !/^[a-z]+:/i.test(href));
}

/** Why a link of a document leads nowhere; null where it arrives. */
export function brokenBecause(document: string, href: string): string | null {
  const [path = '', anchor] = href.split('#');
  const target = path ? normalize(join(dirname(document), path)) : document;
  if (!existsSync(join(ROOT, target))) return `${document}: there is no ${target}`;
  if (!anchor || anchorsOf(target).includes(anchor)) return null;
  return `${document}: ${target} has no heading #${anchor}`;
}

/** Headings as the forges that show the documents name them. */
function anchorsOf(document: string): string[] {
  return tokensOf(document)
    .filter((token): token is Tokens.Heading => token.type === 'heading')
    .map(({ text }) =>
      text
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replace(/\s/g, '-'),
    );
}

/** The rows of the first table below a heading, as text of the cells. */
export function tableBelow(document: string, heading: string): string[][] {
  const tokens = tokensOf(document);
  const start = tokens.findIndex((token) => token.type === 'heading' && token.text === heading);
  const table = tokens.slice(start).find((token): token is Tokens.Table => token.type === 'table');
  if (start < 0 || !table) throw new Error(`${document} has no table below "${heading}"`);
  return table.rows.map((row) => row.map(({ text }) => text));
}
