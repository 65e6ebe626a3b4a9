/** A cookie as it is set: the text of `Set-Cookie` and what is written to `document.cookie` are read alike (RFC 6265, 5.2). */
export interface CookieLine {
  name: string;
  /** It sets nothing: it removes what is there. */
  removes: boolean;
}

/** The date of `Expires` as servers write it; of a year with two digits browsers and scripts think differently. */
const COOKIE_DATE = /^[a-z]{3,9}, \d\d[ -][a-z]{3}[ -]\d{4} \d\d:\d\d:\d\d GMT$/i;

/** What a text that sets a cookie says of itself, at a time in milliseconds since 1970. */
export function readCookieLine(text: string, now = Date.now()): CookieLine {
  const [pair = '', ...attributes] = text.split(';');
  // A browser keeps `=a=1` without a name, and sends it as `a=1`.
  const name = pair
    .replace(/^[\s=]+/, '')
    .split('=')[0]!
    .trim();
  let maxAge: number | undefined;
  let expires: number | undefined;
  // The last of a name counts, and of the two Max-Age.
  for (const attribute of attributes) {
    const [, key, value] = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(attribute) ?? [];
    if (/^max-age$/i.test(key ?? '') && /^-?\d+$/.test(value!)) maxAge = Number(value);
    if (/^expires$/i.test(key ?? '') && COOKIE_DATE.test(value!)) expires = Date.parse(value!);
  }
  return { name, removes: maxAge === undefined ? expires! <= now : maxAge <= 0 };
}
