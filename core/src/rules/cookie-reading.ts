import type { ConsentCookieV1 } from '../contract/config.ts';
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

/**
 * Reads a cookie value, percent-encoded or not. Total: whatever is not a valid cookie of format 1 is null,
 * which counts as no decision.
 */
export const decodeConsentCookie = (value: string | null | undefined): ConsentCookieV1 | null => {
  // What is missing is not decoded: to find it out by an error costs more than all else here.
  if (!value) return null;
  try {
    const base64 = decodeURIComponent(value).replace(/-/g, '+').replace(/_/g, '/');
    // `escape` and `unescape` are in every engine (ECMAScript B.2.1), and the shortest way between bytes and text.
    const cookie: ConsentCookieV1 = JSON.parse(decodeURIComponent(escape(atob(base64))));
    return isConsentCookie(cookie) ? cookie : null;
  } catch {
    return null;
  }
};

/** The raw values of a name in a `Cookie` header; a name set for several domains or paths stands several times. */
export const rawValues = (cookieHeader: string | null | undefined, name: string): string[] =>
  `${cookieHeader}`
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));

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

/** The consent in a `Cookie` header or `document.cookie`: of several valid cookies the newest decision. */
export const readConsentCookie = (cookieHeader: string, name: string): ConsentCookieV1 | null =>
  decodeConsentCookie(getCookieValue(cookieHeader, name));
