/**
 * Legal pages as HTML: converters for the nodes that `@permesso/consent-core/legal` and the CMS give. Pure: usable in
 * any server code, for pages that are not made with the components.
 */
import {
  cookieTableHtml,
  type LegalNode,
  type LegalPageContent,
  parseLegalMarkdown,
  policyVersionHtml,
  processorTableHtml,
} from '@permesso/consent-core/legal';
import { legalTexts } from './i18n/index.ts';

export type { LegalNode, LegalPageContent } from '@permesso/consent-core/legal';
export {
  DEFAULT_COOKIE_TABLE_LABELS,
  DEFAULT_PROCESSOR_TABLE_LABELS,
  parseLegalMarkdown,
} from '@permesso/consent-core/legal';
export { legalTexts } from './i18n/index.ts';

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
  const { locale } = data;
  const labels = legalTexts(locale, data.labels);
  return {
    'cookie-table': ({ group, duration }) =>
      cookieTableHtml(data, { group, duration, locale, labels: labels.cookieTable }),
    'processor-table': ({ mode }) =>
      processorTableHtml(data, mode, { locale, labels: labels.processorTable }),
    'policy-version': () => policyVersionHtml(data, { locale, labels: labels.policyVersion }),
  };
}

/**
 * Converters for text only. Tables stand in a container that scrolls by itself and can be reached by keyboard; those
 * that come from another Markdown renderer get one.
 */
export const consentTableConverters: LegalConverters = {
  html: ({ html }) => html.replace(FOREIGN_TABLE, containedTable),
};

const FOREIGN_TABLE = /<table(?![^>]*\bdata-legal-table\b)([^>]*)>([\s\S]*?)<\/table>/gi;

function containedTable(_table: string, attributes: string, content: string): string {
  const table = `<table data-legal-table${attributes}>${content.replace(/<th(?=>)/gi, '<th scope="col"')}</table>`;
  return `<div data-legal-table-container tabindex="0">${table}</div>`;
}

/** A legal page as HTML. Markdown is parsed first; its raw HTML is shown as text and never runs (H2). */
export function legalHtml(content: string | readonly LegalNode[], converters: LegalConverters): string {
  const nodes = typeof content === 'string' ? parseLegalMarkdown(content) : content;
  return nodes
    .map((node) => (converters[node.type] as ((node: LegalNode) => string) | undefined)?.(node) ?? '')
    .join('');
}
