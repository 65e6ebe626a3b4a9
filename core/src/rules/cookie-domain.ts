import type { ConsentConfig } from '../contract/config.ts';

/**
 * The domain of a cookie that a page of this host sets. None where the host is not of it: a browser takes no such cookie (RFC 6265bis,
 * section 5.7), and the decision would be lost. Where no host is known the config is taken at its word.
 */
export const cookieDomain = (
  { domain }: Pick<ConsentConfig['cookie'], 'domain'>,
  host?: string,
): string | undefined => {
  const end = `.${domain}`.replace('..', '.').toLowerCase();
  return !host || `.${host}`.endsWith(end) ? domain : undefined;
};
