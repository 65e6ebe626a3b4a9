import { escapeHtml } from '../contract/safe-html.ts';

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

/** A page in plain English, for visitors without JavaScript: without a configuration the site's words are not known. */
interface PlainPage {
  title: string;
  /** Further elements of the head, as HTML. */
  head?: string;
  /** As HTML. */
  body: string;
}

/** The page that leads back to where a form without JavaScript stood, where a redirect would not. */
export function wayBackPage(path: string): string {
  const address = escapeHtml(path);
  return plainPage({
    title: 'Your choice is saved',
    head: `<meta http-equiv="refresh" content="0;url=${address}">`,
    body: `<p><a href="${address}">Back to the page</a></p>`,
  });
}

/**
 * The page that says that a decision could not be made.
 *
 * @param isRevoked what the visitor had allowed is refused all the same
 */
export function laterPage(path: string, isRevoked: boolean): string {
  const said = isRevoked
    ? 'What you had allowed is refused from now on. Your choice could not be recorded just now.'
    : 'Your choice could not be saved just now.';
  return plainPage({
    title: 'Please try again',
    body: `<h1>Please try again in a moment</h1><p>${said}</p><p><a href="${escapeHtml(path)}">Back to the page</a></p>`,
  });
}

const plainPage = ({ title, head = '', body }: PlainPage) =>
  '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
  '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">' +
  `<meta name="color-scheme" content="light dark">${head}<title>${title}</title></head>` +
  `<body><main>${body}</main></body></html>`;
