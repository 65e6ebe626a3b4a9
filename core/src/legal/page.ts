import { escapeHtml } from '../contract/safe-html.ts';
import { legalTexts } from '../texts/index.ts';
import type { LegalLabelOverrides, PolicyVersionLabels } from '../texts/legal-texts.ts';
import { type CookieTableContent, cookieTableHtml } from './cookie-table.ts';
import { type ProcessorTableContent, processorTableHtml } from './processor-table.ts';
import type { LegalNode, LegalSettings } from './shortcodes.ts';
import { formatDay, isoDay } from './table.ts';

/** What the shortcodes of a legal page show, and what its Markdown refers to. */
export interface LegalPageContent extends CookieTableContent, ProcessorTableContent {
  documentsVersion?: string;
  /** `YYYY-MM-DD`. */
  effectiveDate?: string | null;
  labels?: LegalLabelOverrides;
  locale?: string;
  /** For Markdown that is parsed with them; nodes of the CMS say it already. */
  settings?: LegalSettings;
}

export interface PolicyVersionOptions {
  locale?: string;
  labels?: Partial<PolicyVersionLabels>;
}

/** The version and effective date of the documents as HTML; what is unknown is left out. */
export function policyVersionHtml(
  { documentsVersion, effectiveDate }: Pick<LegalPageContent, 'documentsVersion' | 'effectiveDate'>,
  { locale = 'en', labels }: PolicyVersionOptions = {},
): string {
  const { version, effective } = legalTexts(locale, { policyVersion: labels }).policyVersion;
  const day = isoDay(effectiveDate);
  const parts: string[] = [];
  if (documentsVersion)
    parts.push(escapeHtml(version).replace('{version}', () => escapeHtml(documentsVersion)));
  if (day) {
    const time = `<time datetime="${day}">${escapeHtml(formatDay(day, locale))}</time>`;
    parts.push(escapeHtml(effective).replace('{date}', () => time));
  }
  if (parts.length === 0) return '';
  return `<p data-consent-policy-version="${escapeHtml(documentsVersion ?? '')}">${parts.join(', ')}</p>\n`;
}

/** One node as HTML. */
export function legalNodeHtml(node: LegalNode, content: LegalPageContent): string {
  const { locale, labels } = content;
  switch (node.type) {
    case 'html':
      return node.html;
    case 'cookie-table':
      return cookieTableHtml(content, {
        group: node.group,
        duration: node.duration,
        locale,
        labels: labels?.cookieTable,
      });
    case 'processor-table':
      return processorTableHtml(content, node.mode, { locale, labels: labels?.processorTable });
    case 'policy-version':
      return policyVersionHtml(content, { locale, labels: labels?.policyVersion });
  }
}

/** A whole legal page as HTML, safe to publish as it is. */
export function legalPageHtml(nodes: readonly LegalNode[], content: LegalPageContent): string {
  return nodes.map((node) => legalNodeHtml(node, content)).join('');
}
