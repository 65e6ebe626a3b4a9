import { Window } from 'happy-dom';
import { parseLegalMarkdown } from '../src/legal/markdown.ts';

const document = new Window().document;

/** Markdown as the HTML of a legal page, without the ids of headings. */
export function htmlOf(markdown: string): string {
  return parseLegalMarkdown(markdown)
    .map((node) => (node.type === 'html' ? node.html : ''))
    .join('')
    .replace(/(<h\d) id="[^"]*"/g, '$1');
}

/** Without what legal pages add to a table: its container, hooks and scopes. */
export const withoutTableDress = (html: string): string =>
  html
    .replace(/<div data-legal-table-container[^>]*>|<\/div>/g, '')
    .replaceAll(' data-legal-table', '')
    .replaceAll(' scope="col"', '');

/** Two spellings of one document read the same: white space between blocks, entities, quotes, encoding. */
export function reading(html: string): string {
  const root = document.createElement('div');
  root.innerHTML = html.replaceAll('&ouml;', 'ö').replaceAll('&auml;', 'ä');
  return childrenReading(root, false)
    .replace(/(?<=>) | (?=<)/g, '')
    .trim();
}

type DomNode = { childNodes: Iterable<unknown> };

function childrenReading(node: DomNode, verbatim: boolean): string {
  return [...node.childNodes].map((child) => nodeReading(child as Element, verbatim)).join('');
}

function nodeReading(node: Element, verbatim: boolean): string {
  if (node.nodeType === 3)
    return verbatim ? (node.textContent ?? '') : (node.textContent ?? '').replace(/\s+/g, ' ');
  // Comments and the like, which raw HTML brings.
  if (node.nodeType !== 1) return '';
  const attributes = [...node.attributes].map(({ name, value }) =>
    name === 'href' || name === 'src'
      ? `${name}=${encodeURI(value).replaceAll('%25', '%')}`
      : `${name}=${value}`,
  );
  const inner = childrenReading(node as unknown as DomNode, verbatim || node.tagName === 'PRE');
  return `<${[node.tagName, ...attributes.sort()].join(' ')}>${inner}</>`;
}
