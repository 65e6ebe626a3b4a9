import type { ConsentConfig } from '../contract/config.ts';
import { cookieDomain } from './cookie-domain.ts';

type CookieOptions = ConsentConfig['cookie'];

/** The cookie beside the consent cookie that keeps the string of IAB's Transparency and Consent Framework. */
export const tcfCookieName = ({ name }: Pick<CookieOptions, 'name'>): string => `${name}-tcf`;

/** No consent string is kept longer, in days: 13 months. (IAB Europe, TCF policies.) */
export const TCF_COOKIE_DAYS = 395;

/** The text for `Set-Cookie` or `document.cookie`. Not `HttpOnly`: the page reads it. */
export function tcfCookieLine(
  value: string,
  options: CookieOptions,
  { secure, host }: { secure: boolean; host?: string | undefined },
): string {
  const { maxAgeDays, sameSite } = options;
  const domain = cookieDomain(options, host);
  return [
    `${tcfCookieName(options)}=${value}`,
    'Path=/',
    `Max-Age=${Math.floor(Math.min(maxAgeDays, TCF_COOKIE_DAYS) * 86_400)}`,
    `SameSite=${sameSite}`,
    ...(domain ? [`Domain=${domain}`] : []),
    ...(secure ? ['Secure'] : []),
  ].join('; ');
}

/**
 * Whether a cookie's value keeps the string of this decision, and nothing that could end the cookie: identifier, time, whether the
 * category is granted, and the two strings, with a line between them.
 */
export const isTcfCookieOf = (value: string, { id, t }: { id: string; t: number }): boolean =>
  value.startsWith(`${id}|${t}|`) && /^[\w.|~-]+$/.test(value);
