import type {
  ConsentConfig,
  ConsentCookieV1,
  ConsentDecisions,
  ConsentModel,
  ConsentSource,
  ConsentVersions,
} from '../contract/config.ts';
import { MODEL_CODES, SOURCE_CODES } from './cookie-codes.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){4}[\da-f]{8}$/i;

const isText = (value: unknown) => typeof value === 'string';

const isOneOf = (codes: Record<string, string>, code: unknown) =>
  Object.values(codes).includes(code as string);

/** Whether a value is a cookie of format 1; anything that is missing or of another type makes it none. */
const isConsentCookie = (value: ConsentCookieV1): boolean => {
  const { v, id, j, s, t, pv, cv, tv, dv, d } = value;
  return (
    v === 1 &&
    isText(id) &&
    UUID.test(id) &&
    isOneOf(MODEL_CODES, j) &&
    isOneOf(SOURCE_CODES, s) &&
    Number.isFinite(t) &&
    [pv, cv, tv, dv].every(isText) &&
    // A list of bits is no map of them.
    typeof d === 'object' &&
    !Array.isArray(d) &&
    Object.values(d).every((bit) => bit === 0 || bit === 1)
  );
};

/** The longest that browsers keep a cookie, in days (RFC 6265bis, section 5.5). */
const LONGEST = 400;

/**
 * Reads a cookie value, percent-encoded or not. Total: whatever is not a valid cookie of format 1 is null,
 * which counts as no decision.
 */
export const decodeConsentCookie = (value: string | null | undefined): ConsentCookieV1 | null => {
  try {
    const base64 = decodeURIComponent(value as string)
      .replace(/-/g, '+')
      .replace(/_/g, '/');
    // `escape` and `unescape` are in every engine (ECMAScript B.2.1), and the shortest way between bytes and text.
    const cookie: ConsentCookieV1 = JSON.parse(decodeURIComponent(escape(atob(base64))));
    return isConsentCookie(cookie) ? cookie : null;
  } catch {
    return null;
  }
};

/** The cookie's value: base64url, without padding, of its JSON in UTF-8. A value stays as it is. */
export const encodeConsentCookie = (cookie: ConsentCookieV1 | string): string =>
  typeof cookie === 'string'
    ? cookie
    : btoa(unescape(encodeURIComponent(JSON.stringify(cookie))))
        .replace(/\+/g, '-')
        .replace(/\//g, '_')
        .replace(/=/g, '');

/** The raw values of a name in a `Cookie` header; a name set for several domains or paths stands several times. */
const rawValues = (cookieHeader: string | null | undefined, name: string): string[] =>
  `${cookieHeader}`
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));

/** The consent in a `Cookie` header or `document.cookie`: of several valid cookies the newest decision. */
export const readConsentCookie = (cookieHeader: string, name: string): ConsentCookieV1 | null =>
  rawValues(cookieHeader, name)
    .map(decodeConsentCookie)
    .reduce((newest, cookie) => (cookie && !(newest && newest.t >= cookie.t) ? cookie : newest), null);

/**
 * The raw value of a cookie in a `Cookie` header or `document.cookie`: of several the valid consent cookie with
 * the newest decision, else the first.
 */
export const getCookieValue = (cookieHeader: string | null | undefined, name: string): string | null => {
  const age = (value: string) => decodeConsentCookie(value)?.t ?? -Infinity;
  // A sort keeps the order of equals, also of those that it cannot compare.
  const values = rawValues(cookieHeader, name).sort((a, b) => age(b) - age(a));
  return values[0] ?? null;
};

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
 */
export const serializeConsentCookie = (
  value: ConsentCookieV1 | string,
  options: ConsentConfig['cookie'],
  context: { secure?: boolean } = {},
): string => {
  const text = encodeConsentCookie(value);
  const age = text ? Math.floor(Math.min(options.maxAgeDays, LONGEST) * 86_400) : 0;
  const cookie = `${options.name}=${text}; Path=/; Max-Age=${age}; SameSite=${options.sameSite}`;
  return cookie + (options.domain ? `; Domain=${options.domain}` : '') + (context.secure ? '; Secure' : '');
};
