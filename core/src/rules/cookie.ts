import type {
  ConsentConfig,
  ConsentCookieV1,
  ConsentDecisions,
  ConsentModel,
  ConsentSource,
  ConsentVersions,
} from '../contract/config.ts';
import { MODEL_CODES, SOURCE_CODES } from './cookie-codes.ts';
import { cookieDomain } from './cookie-domain.ts';

export { decodeConsentCookie } from './cookie-reading.ts';

/** The longest that browsers keep a cookie, in days (RFC 6265bis, section 5.5). */
const LONGEST = 400;

/** The cookie's value: base64url, without padding, of its JSON in UTF-8. A value stays as it is. */
export const encodeConsentCookie = (cookie: ConsentCookieV1 | string): string =>
  typeof cookie === 'string'
    ? cookie
    : btoa(unescape(encodeURIComponent(JSON.stringify(cookie))))
        .replace(/\+/g, '-')
        .replace(/\//g, '_')
        .replace(/=/g, '');

export interface CookieDecision {
  consentId: string;
  decisions: ConsentDecisions;
  versions: ConsentVersions;
  model: ConsentModel;
  source: ConsentSource;
  /** Unix seconds. */
  decidedAt: number;
}

/** The cookie of a decision, given under these versions and this model. */
export const cookieFor = ({
  consentId,
  decisions,
  versions,
  model,
  source,
  decidedAt,
}: CookieDecision): ConsentCookieV1 => ({
  v: 1,
  id: consentId,
  d: Object.fromEntries(Object.entries(decisions).map(([key, granted]) => [key, granted ? 1 : 0])),
  t: decidedAt,
  pv: versions.policyVersion,
  cv: versions.categoriesVersion,
  tv: versions.trackersVersion,
  dv: versions.documentsVersion,
  j: MODEL_CODES[model],
  s: SOURCE_CODES[source],
});

/**
 * The text for `Set-Cookie` or `document.cookie`, for at most 400 days. Not `HttpOnly`: the head of the page reads it.
 *
 * @param value the cookie, or its encoded value; an empty string removes the cookie
 * @param context.secure adds `Secure`; set it on https
 * @param context.host of the page, where it is known: a domain that it is not of is left out
 */
export const serializeConsentCookie = (
  value: ConsentCookieV1 | string,
  options: ConsentConfig['cookie'],
  context: { secure?: boolean; host?: string | undefined } = {},
): string => {
  const { name, maxAgeDays, sameSite } = options;
  const domain = cookieDomain(options, context.host);
  const text = encodeConsentCookie(value);
  const age = text ? Math.floor(Math.min(maxAgeDays, LONGEST) * 86_400) : '0';
  return (
    `${name}=${text}; Path=/` +
    // Without an age it ends with the browser's session.
    (age ? `; Max-Age=${age}` : '') +
    `; SameSite=${sameSite}` +
    (domain ? `; Domain=${domain}` : '') +
    (context.secure ? '; Secure' : '')
  );
};
