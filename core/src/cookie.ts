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

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The value itself where it is a valid cookie of format 1, else null. */
export function validConsentCookie(value: unknown): ConsentCookieV1 | null {
  const c = value as ConsentCookieV1 | null | undefined;
  return c?.v === 1 &&
    [c.id, c.pv, c.cv, c.tv, c.dv, c.j, c.s].every((text) => typeof text === 'string') &&
    UUID.test(c.id) &&
    /^(in|out|notice|none)$/.test(c.j) &&
    /^[bpagwi]$/.test(c.s) &&
    Number.isFinite(c.t) &&
    typeof c.d === 'object' &&
    c.d !== null &&
    !Array.isArray(c.d) &&
    Object.values(c.d).every((bit) => bit === 0 || bit === 1)
    ? c
    : null;
}

/**
 * Reads a cookie value, percent-encoded or not. Total: whatever is not a valid cookie of format 1 is null,
 * which counts as no decision.
 */
export function decodeConsentCookie(value: string | null | undefined): ConsentCookieV1 | null {
  try {
    const base64 = decodeURIComponent(value as string)
      .replace(/-/g, '+')
      .replace(/_/g, '/');
    const binary = atob(base64);
    // Ours is ASCII; only a foreign hand writes more, and only it pays for reading UTF-8.
    const text = /^[ -~]*$/.test(binary)
      ? binary
      : new TextDecoder().decode(Uint8Array.from(binary, (char) => char.charCodeAt(0)));
    return validConsentCookie(JSON.parse(text));
  } catch {
    return null;
  }
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
  const values = (cookieHeader ?? '').split(';').flatMap((pair) => {
    const at = pair.indexOf('=');
    return at >= 0 && pair.slice(0, at).trim() === name ? [pair.slice(at + 1).trim()] : [];
  });
  const decidedAt = (value: string) => decodeConsentCookie(value)?.t ?? Number.NEGATIVE_INFINITY;
  // One value, the rule, is returned undecoded.
  return values.length > 1
    ? values.reduce((newest, value) => (decidedAt(value) > decidedAt(newest) ? value : newest))
    : (values[0] ?? null);
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
