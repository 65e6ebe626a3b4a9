import type {
  ConsentConfig,
  ConsentCookieV1,
  ConsentDecisions,
  ConsentModel,
  ConsentSource,
  ConsentVersions,
  CookieModelCode,
  CookieSourceCode,
} from './config.ts';

/**
 * Every rule of format 1 at once, over the JSON of the fields in this order: v, id, j, s, t, the four hashes,
 * d. As JSON, because it tells `1` from `"1"` and shows what is missing as `null`.
 */
const VALID_FIELDS =
  /^\[1,"[\da-fA-F]{8}(-[\da-fA-F]{4}){3}-[\da-fA-F]{12}","(in|out|notice|none)","[bpagwi]",[-+.\de]+(,"(\\.|[^"\\])*"){4},\{("(\\.|[^"\\])*":[01],?)*\}]$/;

/**
 * Reads a cookie value, percent-encoded or not; a decoded cookie is checked and passed on. Total: whatever is
 * not a valid cookie of format 1 is null, which counts as no decision.
 */
export function decodeConsentCookie(
  value: string | ConsentCookieV1 | null | undefined,
): ConsentCookieV1 | null {
  try {
    const c = (typeof value === 'string' ? parse(value) : value) as ConsentCookieV1;
    return VALID_FIELDS.test(JSON.stringify([c.v, c.id, c.j, c.s, c.t, c.pv, c.cv, c.tv, c.dv, c.d]))
      ? c
      : null;
  } catch {
    return null;
  }
}

function parse(value: string): unknown {
  const base64 = decodeURIComponent(value).replace(/-/g, '+').replace(/_/g, '/');
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes));
}

/** The cookie's value: base64url, without padding, of its JSON in UTF-8. */
export function encodeConsentCookie(cookie: ConsentCookieV1): string {
  const bytes = new TextEncoder().encode(JSON.stringify(cookie));
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return base64.replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '');
}

/**
 * The raw value of a cookie in a `Cookie` header or `document.cookie`. Where a name stands several times (set
 * for different domains or paths), the valid consent cookie with the newest decision; without a valid one, the
 * first.
 */
export function getCookieValue(cookieHeader: string | null | undefined, name: string): string | null {
  const age = (value: string) => decodeConsentCookie(value)?.t ?? -Infinity;
  const values = (cookieHeader ?? '')
    .split(/; */)
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  // A sort keeps the order of equals, also of those that it cannot compare.
  return values.sort((a, b) => age(b) - age(a))[0] ?? null;
}

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
export function cookieFor(decision: CookieDecision): ConsentCookieV1 {
  const { consentId, decisions, versions, model, source, decidedAt } = decision;
  return {
    v: 1,
    id: consentId,
    d: Object.fromEntries(Object.entries(decisions).map(([key, granted]) => [key, granted ? 1 : 0])),
    t: decidedAt,
    pv: versions.policyVersion,
    cv: versions.categoriesVersion,
    tv: versions.trackersVersion,
    dv: versions.documentsVersion,
    // The codes are the names without `opt-`, and the first letter of the source.
    j: model.replace('opt-', '') as CookieModelCode,
    s: source[0] as CookieSourceCode,
  };
}

/** Browsers cap a cookie's lifetime at this many days (RFC 6265bis). */
const MAX_AGE_DAYS = 400;

/**
 * The text for `Set-Cookie` or `document.cookie`. Not `HttpOnly`: the head of the page reads it.
 *
 * @param value the cookie, or its encoded value; an empty string removes the cookie
 * @param options.secure adds `Secure`; set it on https
 */
export function serializeConsentCookie(
  value: ConsentCookieV1 | string,
  cookie: ConsentConfig['cookie'],
  options: { secure?: boolean } = {},
): string {
  const text = typeof value === 'string' ? value : encodeConsentCookie(value);
  const days = text && Math.min(cookie.maxAgeDays, MAX_AGE_DAYS);
  const sameSite = cookie.sameSite === 'strict' ? 'Strict' : 'Lax';
  return (
    `${cookie.name}=${text}; Path=/; Max-Age=${Math.floor(+days * 86_400)}; SameSite=${sameSite}` +
    (cookie.domain ? `; Domain=${cookie.domain}` : '') +
    (options.secure ? '; Secure' : '')
  );
}
