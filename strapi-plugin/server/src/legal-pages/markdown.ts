import { type LegalNode, parseLegalMarkdown } from '@permesso/consent-core/legal';
import type { Core } from '@strapi/strapi';
import { legalSettings } from './setting-values';

/**
 * Markdown with shortcodes as nodes: HTML that says what the settings say now, and markers for the tables and the
 * version line (H2).
 */
export const markdownToLegalContent = async (strapi: Core.Strapi, markdown: string): Promise<LegalNode[]> =>
  parseLegalMarkdown(markdown, await legalSettings(strapi));
