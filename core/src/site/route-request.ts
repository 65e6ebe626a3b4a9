import type { ConfigSource } from './config-source.ts';
import { cookieValue, gpcFromHeaders } from './cookie-source.ts';
import type { NewestDecisions } from './newest-decisions.ts';
import type { SiteSettings } from './options.ts';
import { isSameOrigin, isSecure } from './origin.ts';
import type { Place } from './place.ts';

/** What the routes of a site have at hand. */
export interface RouteContext {
  site: SiteSettings;
  configs: ConfigSource;
  newest: NewestDecisions;
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
  /** When it came, by `performance.now()`. */
  readonly arrived = performance.now();

  constructor(request: Request, facts: Pick<RouteRequest, 'url' | 'place' | 'address' | 'locale'>) {
    this.request = request;
    this.headers = request.headers;
    this.url = facts.url;
    this.place = facts.place;
    this.address = facts.address;
    this.locale = facts.locale;
  }

  /** Whether it comes from a page of the site. */
  isFrom({ origins }: Pick<SiteSettings, 'origins'>): boolean {
    return isSameOrigin(this.headers, [this.url.origin, ...origins]);
  }

  get isSecure(): boolean {
    return isSecure(this.request, this.url);
  }

  get gpc(): boolean {
    return gpcFromHeaders(this.headers);
  }

  /** The raw value of a cookie, or null. */
  cookie(name: string): string | null {
    return cookieValue(this.headers, name);
  }

  /** Who sends a record, for the CMS. */
  get sender() {
    return { headers: this.headers, ...this.place, address: this.address };
  }
}
