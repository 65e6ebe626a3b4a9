import type { Context } from 'koa';

/** Answers with an error in Strapi's shape, for the statuses that it has no error class for. */
export function answerError(
  ctx: Context,
  status: number,
  name: string,
  message: string,
  details: object = {},
): void {
  ctx.status = status;
  ctx.body = { data: null, error: { status, name, message, details } };
}
