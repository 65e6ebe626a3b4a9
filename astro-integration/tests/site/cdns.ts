/*
 * What five CDNs do with an answer, by what they document: each rule names its page (read in November 2026). Where one is silent,
 * or an older setting of a service differs, the rule is the one by which more is kept.
 */

/** An answer of a site, to a request of this method. */
export interface Answer {
  method: string;
  status: number;
  headers: Headers;
}

export interface Cdn {
  name: string;
  /** Where it says so. */
  sources: readonly string[];
  /** Whether it gives this answer to others who ask for the same address. */
  keeps(answer: Answer): boolean;
  /** Whether it tells visitors apart by the headers that `Vary` names, without a setting of its own. */
  goesByVary: boolean;
}

/** The directives of a header, in lower case, each with its value. */
function directivesOf(value: string): Map<string, string> {
  return new Map(
    value
      .toLowerCase()
      .split(',')
      .map((directive) => directive.trim().split('=', 2))
      .map(([name = '', given = '']) => [name, given.replace(/"/g, '')]),
  );
}

/** The first of these headers that an answer has: the more targeted ones come first, and the others do not count (RFC 9213, 2.2). */
function controlOf({ headers }: Answer, ...names: string[]): Map<string, string> {
  const name = names.find((one) => headers.has(one));
  return directivesOf((name && headers.get(name)) ?? '');
}

const isForbidden = (control: Map<string, string>) =>
  ['private', 'no-store', 'no-cache'].some((directive) => control.has(directive));

/** Seconds for a shared cache; undefined where none are named. */
function lifetime(control: Map<string, string>): number | undefined {
  const seconds = control.get('s-maxage') ?? control.get('max-age');
  return seconds === undefined ? undefined : Number(seconds);
}

const isRead = ({ method }: Answer) => method === 'GET' || method === 'HEAD';
const setsCookie = ({ headers }: Answer) => headers.has('set-cookie');
const varyNames = ({ headers }: Answer) =>
  (headers.get('vary') ?? '').split(',').map((name) => name.trim().toLowerCase());

/** With a cache rule that makes pages eligible and has it go by the origin's headers: by itself it keeps no HTML. */
const cloudflare: Cdn = {
  name: 'Cloudflare',
  sources: [
    'https://developers.cloudflare.com/cache/concepts/cdn-cache-control/',
    'https://developers.cloudflare.com/cache/concepts/cache-control/',
    'https://developers.cloudflare.com/cache/concepts/cache-behavior/',
    'https://developers.cloudflare.com/cache/concepts/vary/',
  ],
  goesByVary: false,
  keeps(answer) {
    const names = ['cloudflare-cdn-cache-control', 'cdn-cache-control', 'surrogate-control', 'cache-control'];
    const control = controlOf(answer, ...names);
    if (!isRead(answer) || setsCookie(answer) || varyNames(answer).includes('*')) return false;
    // Without a word it keeps a 200 for two hours and others for less.
    return !isForbidden(control) && lifetime(control) !== 0;
  },
};

/** A service without code of its own. What it generates reads `private`, and in older services not `no-store`. */
const fastly: Cdn = {
  name: 'Fastly',
  sources: [
    'https://www.fastly.com/documentation/guides/concepts/cache/cache-freshness/',
    'https://www.fastly.com/documentation/guides/full-site-delivery/caching/about-cache-control-headers/',
    'https://www.fastly.com/documentation/guides/full-site-delivery/caching/controlling-caching/',
  ],
  goesByVary: true,
  keeps(answer) {
    const own = controlOf(answer, 'cache-control');
    const isKind = [200, 203, 300, 301, 302, 404, 410].includes(answer.status);
    if (!isRead(answer) || !isKind || setsCookie(answer) || own.has('private')) return false;
    // An hour where nothing is said.
    return (lifetime(controlOf(answer, 'surrogate-control')) ?? lifetime(own) ?? 3600) > 0;
  },
};

const vercel: Cdn = {
  name: 'Vercel',
  sources: [
    'https://vercel.com/docs/caching/cdn-cache',
    'https://vercel.com/docs/caching/cache-control-headers',
    'https://vercel.com/changelog/vary-cookie-responses-no-longer-cached',
  ],
  goesByVary: true,
  keeps(answer) {
    const isKind = [200, 301, 302, 307, 308, 404, 410].includes(answer.status);
    if (!isRead(answer) || !isKind || setsCookie(answer) || varyNames(answer).includes('cookie'))
      return false;
    const control = controlOf(answer, 'vercel-cdn-cache-control', 'cdn-cache-control', 'cache-control');
    return !isForbidden(control) && (lifetime(control) ?? 0) > 0;
  },
};

/** What functions answer; it says nothing of cookies, so that they do not keep it from anything here. */
const netlify: Cdn = {
  name: 'Netlify',
  sources: [
    'https://docs.netlify.com/build/caching/caching-overview/',
    'https://www.netlify.com/knowledge-base/how-to-control-cdn-caching-on-netlify/',
    'https://docs.netlify.com/build/edge-functions/optional-configuration/',
  ],
  goesByVary: true,
  keeps(answer) {
    const control = controlOf(answer, 'netlify-cdn-cache-control', 'cdn-cache-control', 'cache-control');
    return answer.method === 'GET' && !isForbidden(control) && (lifetime(control) ?? 0) > 0;
  },
};

/**
 * Cookies that an answer sets it keeps with it.
 *
 * @param minTtl the minimum TTL of the cache policy, in seconds: so long it keeps everything
 */
export const cloudFront = (minTtl: number): Cdn => ({
  name: `CloudFront, minimum TTL ${minTtl}`,
  sources: [
    'https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/Expiration.html',
    'https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cache-key-understand-cache-policy.html',
    'https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/Cookies.html',
    'https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/header-caching.html',
  ],
  goesByVary: false,
  keeps(answer) {
    const control = controlOf(answer, 'cache-control');
    if (!isRead(answer)) return false;
    // A day where nothing is said.
    return minTtl > 0 || (!isForbidden(control) && lifetime(control) !== 0);
  },
});

export const CDNS: readonly Cdn[] = [cloudflare, fastly, vercel, netlify, cloudFront(0)];
