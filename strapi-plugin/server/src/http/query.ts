import type { Context } from 'koa';

/** The first value of a query parameter that is a plain text, without the NUL that PostgreSQL refuses. */
export function queryText(ctx: Context, name: string): string | undefined {
  const first: unknown = [ctx.query[name]].flat()[0];
  return typeof first === 'string' && !first.includes('\0') ? first : undefined;
}

/** `?locale=` */
export const askedLocale = (ctx: Context): string | undefined => queryText(ctx, 'locale');
