/** Keeps a page that shows a visitor's state out of shared caches. */
export function keepPrivate(headers: Headers): void {
  const given = headers.get('cache-control');
  if (!given) headers.set('cache-control', 'private');
  else if (!/\b(private|no-store)\b/i.test(given)) {
    const rest = given
      .split(',')
      .map((directive) => directive.trim())
      .filter(
        (directive) => directive && !/^(public|s-maxage|proxy-revalidate|immutable)\b/i.test(directive),
      );
    headers.set('cache-control', ['private', ...rest].join(', '));
  }
  const vary = headers.get('vary');
  if (!vary) headers.set('vary', 'Cookie');
  // By whole names: `X-Cookie-Foo` is another header.
  else if (!vary.split(',').some((name) => /^\s*(cookie|\*)\s*$/i.test(name))) {
    headers.set('vary', `${vary}, Cookie`);
  }
}
