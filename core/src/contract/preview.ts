/** Names the link's parameter and the cookie by which a site shows what waits to be published. */
export const PREVIEW = 'consent-preview';

/** The cookie that keeps what is decided in a preview: never the visitor's own. It ends with the browser's session. */
export const PREVIEW_CHOICE = `${PREVIEW}-choice`;

/** What a token looks like: what it says as base64url, and an HMAC-SHA256 of that. */
export const PREVIEW_TOKEN = /^[\w-]{1,600}\.[\w-]{43}$/;

/** How a link wants the site to be seen. */
export interface PreviewTerms {
  /** A country, or a country and a region: `DE`, `US-CA`. Null: where whoever looks is. */
  place: string | null;
  /** Of the texts; null: that of each page. */
  locale: string | null;
  /** Global Privacy Control is on, whatever the browser says. */
  gpc: boolean;
  /** When it ends, as ISO 8601. */
  until: string;
}
