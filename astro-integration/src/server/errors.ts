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
