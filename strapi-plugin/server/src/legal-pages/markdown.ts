import { type LegalNode, parseLegalMarkdown } from '@permesso/consent-core/legal';
import type { Core } from '@strapi/strapi';

/**
 * Markdown with shortcodes as nodes: HTML, and markers for the tables and the version line (H2).
 *
 * @param _strapi kept so that all functions of `/server` are called alike; the conversion needs nothing of it.
 */
export const markdownToLegalContent = async (_strapi: Core.Strapi, markdown: string): Promise<LegalNode[]> =>
  parseLegalMarkdown(markdown);
