import type {
  ConsentConfig,
  ConsentCookieV1,
  ConsentDecisions,
  ConsentModel,
  ConsentSource,
  ConsentVersions,
} from '../contract/config.ts';

/**
 * Every rule of format 1 at once, over the JSON of the fields in this order: v, id, j, s, t, the four hashes,
 * d. As JSON, because it tells `1` from `"1"` and shows what is missing as nothing.
 */
const VALID_FIELDS =
  /^1 "[\da-fA-F]{8}(-[\da-fA-F]{4}){4}[\da-fA-F]{8}" "(in|out|notice|none)" "[bpagwi]" [-+.\de]+( "(\\.|[^"\\])*"){4} \{("(\\.|[^"\\])*":[01],?)*\}$/;

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
    const c: ConsentCookieV1 = JSON.parse(decodeURIComponent(escape(atob(base64))));
    // One by one: lists of a page may have a `toJSON` of their own, as those of Prototype.js.
    const fields = [c.v, c.id, c.j, c.s, c.t, c.pv, c.cv, c.tv, c.dv, c.d].map((field) =>
      JSON.stringify(field),
    );
    return VALID_FIELDS.test(fields.join(' ')) ? c : null;
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
export const cookieFor = (decision: CookieDecision): ConsentCookieV1 =>
  ({
    v: 1,
    id: decision.consentId,
    d: Object.fromEntries(Object.entries(decision.decisions).map(([key, granted]) => [key, +granted])),
    t: decision.decidedAt,
    // `policyVersion` is `pv`, and so on.
    ...Object.fromEntries(Object.entries(decision.versions).map(([name, hash]) => [`${name[0]}v`, hash])),
    // The codes are the names without `opt-`, and the first letter of the source.
    j: decision.model.replace('opt-', ''),
    s: decision.source[0],
  }) as ConsentCookieV1;

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
  // Of an empty text it is 0, which removes the cookie.
  const age = Math.floor((text && Math.min(options.maxAgeDays, LONGEST) * 86_400) as number);
  const cookie = `${options.name}=${text}; Path=/; Max-Age=${age}; SameSite=${options.sameSite}`;
  return cookie + (options.domain ? `; Domain=${options.domain}` : '') + (context.secure ? '; Secure' : '');
};
