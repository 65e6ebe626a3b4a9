/** Headers by which a page tells a CDN more than browsers: `CDN-Cache-Control`, and those of single vendors. */
const FOR_CDNS = /^(surrogate-control|.+-cache-control)$/;

/** Keeps a page that shows a visitor's state out of shared caches. */
export function keepPrivate(headers: Headers): void {
  let given = '';
  let vary = '';
  const overriding: string[] = [];
  // Read in one go, which costs no more than to ask for two of them.
  for (const [name, value] of headers) {
    if (name === 'cache-control') given = value;
    else if (name === 'vary') vary = value;
    else if (FOR_CDNS.test(name)) overriding.push(name);
  }
  // A CDN believes them rather than what is set here.
  for (const name of overriding) headers.delete(name);
  if (!given) headers.set('cache-control', 'private');
  else if (!/\b(private|no-store)\b/i.test(given)) headers.set('cache-control', privately(given));
  if (!vary) headers.set('vary', 'Cookie');
  // By whole names: `X-Cookie-Foo` is another header.
  else if (!vary.split(',').some((name) => /^\s*(cookie|\*)\s*$/i.test(name))) {
    headers.set('vary', `${vary}, Cookie`);
  }
}

/** What a page said about caching, without what it said to shared caches. */
function privately(given: string): string {
  const rest = given
    .split(',')
    .map((directive) => directive.trim())
    .filter((directive) => directive && !/^(public|s-maxage|proxy-revalidate|immutable)\b/i.test(directive));
  return ['private', ...rest].join(', ');
}

/** An answer that shows a visitor's state, out of shared caches: the same where its headers can be set, else a copy. */
export function privateAnswer(answer: Response): Response {
  try {
    keepPrivate(answer.headers);
    return answer;
  } catch {
    // The answer of a fetch, whose headers are fixed.
    const copy = new Response(answer.body, answer);
    keepPrivate(copy.headers);
    return copy;
  }
}
