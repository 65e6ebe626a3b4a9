import type { ConsentConfig } from '../contract/config.ts';

/**
 * Names what a page says, like the etag: two pages of one key say the same. A page that does not know its visitor
 * leaves out the model, which it cannot know.
 */
export function payloadKey(config: ConsentConfig | null, visitor: boolean): string {
  if (!config) return '-';
  const { enabled, locale, versions, jurisdiction } = config;
  return `${enabled}|${locale}|${versions.policyVersion}|${visitor ? jurisdiction.model : ''}`;
}
