/** An address as it may be shown, and what opens it. */
export interface SafeAddress {
  /** Without user name and password; else as it was. */
  address: string;
  /** The value of a header `Authorization` (RFC 7617), or null where the address names nobody. */
  authorization: string | null;
  /** The same as a browser asks for it. */
  credentials: { username: string; password: string } | null;
}

/** Parts an address such as `https://user:pass@staging.example` from its credentials: `fetch` refuses them, and nobody may read them. */
export function withoutCredentials(whole: string): SafeAddress {
  const url = new URL(whole);
  const [username, password] = [decoded(url.username), decoded(url.password)];
  if (!username && !password) return { address: whole, authorization: null, credentials: null };
  url.username = '';
  url.password = '';
  const pair = Buffer.from(`${username}:${password}`).toString('base64');
  return { address: url.href, authorization: `Basic ${pair}`, credentials: { username, password } };
}

/** Somebody may have written a percent sign as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
