/** A request to a route of the site: what is known of it, what it carries, and how it is refused. */
import { recordSubmissionSchema } from '../contract/schema.ts';
import type { AccountSignals } from './account-signals.ts';
import type { ConfigSource } from './config-source.ts';
import type { NewestDecisions } from './newest-decisions.ts';
import type { SiteSettings } from './options.ts';
import type { Previews } from './preview.ts';
import type { RecordSigning } from './record-signing.ts';
import { cookieValue, type Place } from './visitor-request.ts';

/** What the routes of a site have at hand. */
export interface RouteContext {
  site: SiteSettings;
  configs: ConfigSource;
  newest: NewestDecisions;
  previews: Previews;
  signing: RecordSigning;
  signals: AccountSignals;
  /** Hands over a record in the background. */
  deliver(send: () => Promise<Response>): Promise<void>;
}

/** A request to a route, with what is known of it. */
export class RouteRequest {
  readonly request: Request;
  readonly headers: Headers;
  readonly url: URL;
  readonly place: Place;
  /** The visitor's address, where the server knows it. */
  readonly address: string | null;
  /** The language of the page, which is the language of its banner. */
  readonly locale: string | null;
  /** Token of whoever is signed in, where the site reads it. */
  readonly token: string | null;
  /** What stands in front of the site follows a redirect by itself. */
  readonly losesRedirects: boolean;
  /** When it came, by `performance.now()`. */
  readonly arrived: number;

  constructor(
    request: Request,
    facts: Pick<
      RouteRequest,
      'arrived' | 'url' | 'place' | 'address' | 'locale' | 'token' | 'losesRedirects'
    >,
  ) {
    this.request = request;
    this.headers = request.headers;
    this.arrived = facts.arrived;
    this.url = facts.url;
    this.place = facts.place;
    this.address = facts.address;
    this.locale = facts.locale;
    this.token = facts.token;
    this.losesRedirects = facts.losesRedirects;
  }

  /** Whether it comes from a page of the site. */
  isFrom({ origins }: Pick<SiteSettings, 'origins'>): boolean {
    return isSameOrigin(this.headers, [this.url.origin, ...origins]);
  }

  /** Whether the visitor came by https, as far as the server, a proxy's header or the site's address tells. */
  get isSecure(): boolean {
    return this.url.protocol === 'https:' || !!this.headers.get('origin')?.startsWith('https:');
  }

  /** What cookies of the answer depend on. By the browser's own word alone: behind a proxy the address may have another host. */
  get cookieContext(): { secure: boolean; host: string | undefined } {
    const origin = this.headers.get('origin') ?? '';
    return { secure: this.isSecure, host: URL.canParse(origin) ? new URL(origin).hostname : undefined };
  }

  /** The raw value of a cookie, or null. */
  cookie(name: string): string | null {
    return cookieValue(this.headers, name);
  }

  /** Who sends a record, for the CMS. */
  get sender() {
    return { headers: this.headers, ...this.place, address: this.address, token: this.token };
  }
}

/** The language that a page of ours took along to a route; null where a record could not name it. */
export function localeTaken(value: unknown): string | null {
  return recordSubmissionSchema.shape.locale.safeParse(value).data ?? null;
}

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

/**
 * A path of this site to return to; anything that could lead elsewhere becomes the front page.
 *
 * @param frontPage where the site is not all of its host: the path of its own
 */
export function returnPath(value: unknown, frontPage = '/'): string {
  // A backslash, a space or a control character could make a browser read another host.
  if (typeof value !== 'string' || [...value].some((character) => character <= ' ' || character === '\\')) {
    return frontPage;
  }
  if (!value.startsWith('/') || value.startsWith('//')) return frontPage;
  try {
    const url = new URL(value, 'http://site.invalid');
    const path = url.pathname + url.search + url.hash;
    // Dots may leave two slashes in front when they are resolved: a browser would read a host behind them.
    return url.host === 'site.invalid' && /^\/(?![/\\])/.test(path) ? path : frontPage;
  } catch {
    return frontPage;
  }
}

const NAMES: Record<number, string> = {
  400: 'BadRequestError',
  403: 'ForbiddenError',
  404: 'NotFoundError',
  413: 'PayloadTooLargeError',
  415: 'UnsupportedMediaTypeError',
  503: 'ServiceUnavailableError',
};

/** An error in the shape that Strapi uses (E2), so that a client reads both alike. */
export function errorResponse(
  status: number,
  message: string,
  details: unknown = {},
  headers: Record<string, string> = {},
): Response {
  const body = { data: null, error: { status, name: NAMES[status] ?? 'ApplicationError', message, details } };
  return Response.json(body, { status, headers: { 'cache-control': 'no-store', ...headers } });
}

/**
 * The body of a request, or null where it has more bytes than it may: then the rest of it is not read. Its length alone
 * is no help, since a body may come in chunks without one.
 */
export async function readBody(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer> | null> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) return null;
  const body = new Uint8Array(limit);
  let length = 0;
  const reader = request.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    if (length + value.length > limit) {
      // It fails where a runtime has put a body of its own into the request, as Deno has: the answer is the same.
      await reader.cancel().catch(() => {});
      return null;
    }
    body.set(value, length);
    length += value.length;
  }
  return body.subarray(0, length);
}

/** A body as the form that it says it is; null where it is none. */
export async function formOf(body: BodyInit, headers: Headers): Promise<FormData | null> {
  try {
    return await new Response(body, {
      headers: { 'content-type': headers.get('content-type') ?? '' },
    }).formData();
  } catch {
    return null;
  }
}

/** The page from which a browser asks a route, as far as it tells; else the site's front page. */
export function askingPage({ headers, url }: Request, { frontPage }: Pick<SiteSettings, 'frontPage'>): URL {
  const from = headers.get('referer') ?? '';
  return new URL(URL.canParse(from) ? from : frontPage, url);
}
