/** One answer of a fake third party: what a real one would send from its own origin. */
export interface ThirdPartyAnswer {
  contentType: string;
  body: string | Buffer;
}

export const javascript = (body: string): ThirdPartyAnswer => ({
  contentType: 'text/javascript; charset=utf-8',
  body,
});
export const html = (body: string): ThirdPartyAnswer => ({ contentType: 'text/html; charset=utf-8', body });

/** The smallest GIF there is: one transparent point, as tracking pixels are. */
export const ONE_POINT_GIF = Buffer.from(
  'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  'base64',
);
