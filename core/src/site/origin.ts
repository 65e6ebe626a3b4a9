/**
 * Whether a request that changes something comes from a page of this site. Browsers say so in `Sec-Fetch-Site`, or in
 * `Origin`; a request with neither was not made by another site's page.
 *
 * @param own the site's origin as the request sees it, and the configured ones
 */
export function isSameOrigin(headers: Headers, own: readonly string[]): boolean {
  const fetchSite = headers.get('sec-fetch-site');
  if (fetchSite) return fetchSite === 'same-origin' || fetchSite === 'none';
  const origin = headers.get('origin');
  if (origin === null) return true;
  const host = hostOf(origin);
  // By host: behind a proxy that ends TLS the request itself came by http.
  return host !== null && own.some((candidate) => hostOf(candidate) === host);
}

function hostOf(origin: string): string | null {
  try {
    return new URL(origin).host;
  } catch {
    return null;
  }
}

/** A path of this site to return to; anything that could lead elsewhere becomes the front page. */
export function returnPath(value: unknown): string {
  // A backslash, a space or a control character could make a browser read another host.
  if (typeof value !== 'string' || [...value].some((character) => character <= ' ' || character === '\\')) {
    return '/';
  }
  if (!value.startsWith('/') || value.startsWith('//')) return '/';
  try {
    const url = new URL(value, 'http://site.invalid');
    const path = url.pathname + url.search + url.hash;
    // Dots may leave two slashes in front when they are resolved: a browser would read a host behind them.
    return url.host === 'site.invalid' && /^\/(?![/\\])/.test(path) ? path : '/';
  } catch {
    return '/';
  }
}

/** Whether the visitor came by https, as far as the server, a proxy's header or the site's address tells. */
export function isSecure({ headers }: Request, { protocol }: Pick<URL, 'protocol'>): boolean {
  return protocol === 'https:' || !!headers.get('origin')?.startsWith('https:');
}
