/**
 * Legal pages as HTML: converters for the nodes that `@permesso/consent-core/legal` and the CMS give. Pure: usable in
 * any server code, for pages that are not made with the components.
 */
import {
  type LegalNode,
  type LegalPageContent,
  type LegalSettings,
  type LegalTable,
  legalNodeHtml,
  parseLegalMarkdown,
  tableHtml,
} from '../../legal/index.ts';

/** Turns each kind of node into HTML; a kind without converter renders nothing. */
export type LegalConverters = {
  [Type in LegalNode['type']]?: (node: Extract<LegalNode, { type: Type }>) => string;
};

/** Converters for whole legal pages: text with semantic tables, and the three blocks. */
export function legalPageConverters(data: LegalPageContent): LegalConverters {
  return { ...consentTableConverters, ...consentBlockConverters(data) };
}

/**
 * Converters for the three blocks only: cookie table, processor table, policy version. Their words follow
 * `data.locale`, and `data.labels` win. Without `data.processors` the processor table renders nothing (H4).
 */
export function consentBlockConverters(data: LegalPageContent): LegalConverters {
  const html = (node: LegalNode) => legalNodeHtml(node, data);
  return { 'cookie-table': html, 'processor-table': html, 'policy-version': html };
}

/**
 * Converters for text only. Tables stand in a container that scrolls by itself and can be reached by keyboard; those
 * that come from another Markdown renderer get one, and their header cells a scope.
 */
export const consentTableConverters: LegalConverters = {
  html: ({ html }) => html.replace(FOREIGN_TABLE, containedTable),
};

const FOREIGN_TABLE = /<table(?![^>]*\bdata-legal-table\b)([^>]*)>([\s\S]*?)<\/table>/gi;

function containedTable(_table: string, attributes: string, content: string): string {
  const [head = '', ...body] = content.split(/(?<=<\/thead>)/i);
  const cells = scoped(head, 'col') + scoped(body.join(''), 'row');
  const label = tableLabel(content);
  const region = label === '' ? '' : ` role="region" aria-label="${label}"`;
  return `<div data-legal-table-container tabindex="0"${region}><table data-legal-table${attributes}>${cells}</table></div>`;
}

const scoped = (html: string, scope: 'col' | 'row') =>
  html.replace(/<th(?=[\s>])(?![^>]*\bscope=)/gi, `<th scope="${scope}"`);

/** The caption, or else the columns' names. */
function tableLabel(content: string): string {
  const words = ([, html = '']: RegExpMatchArray) =>
    html
      .replace(/<[^>]*>/g, '')
      .replace(/\s+/g, ' ')
      .trim();
  const caption = /<caption\b[^>]*>([\s\S]*?)<\/caption>/i.exec(content);
  const columns = [...(content.split(/<\/tr>/i, 1)[0] ?? '').matchAll(/<th\b[^>]*>([\s\S]*?)<\/th>/gi)];
  const label = caption ? words(caption) : columns.map(words).filter(Boolean).join(', ');
  return label.replaceAll('"', '&quot;');
}

/**
 * The table renderer of legal pages: caption, column and row headers, in a container that scrolls and can be reached
 * by keyboard; for tables of your own in the same dress. All content is escaped.
 */
export const RichTextTable = (table: LegalTable, attributes: Record<string, string> = {}): string =>
  tableHtml(table, attributes);

/**
 * A legal page as HTML. Markdown is parsed first; its raw HTML is shown as text and never runs (H2).
 *
 * @param settings what `[SETTING: …]` in Markdown stands for; nodes of the CMS say it already
 */
export function legalHtml(
  content: string | readonly LegalNode[],
  converters: LegalConverters,
  settings?: LegalSettings,
): string {
  const nodes = typeof content === 'string' ? parseLegalMarkdown(content, settings) : content;
  return nodes
    .map((node) => (converters[node.type] as ((node: LegalNode) => string) | undefined)?.(node) ?? '')
    .join('');
}
