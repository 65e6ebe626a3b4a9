import type { APIRoute } from 'astro';
import { judgeVisitor, localeOf, localeTaken } from '../visit.ts';

export const prerender = false;

/** The configuration for this visitor, for pages whose HTML is the same for everyone. */
export const GET: APIRoute = async (context) => {
  const locale = localeTaken(context.url.searchParams.get('locale')) ?? localeOf(context);
  const { payload } = await judgeVisitor(context, locale);
  return Response.json(payload, {
    status: payload.config ? 200 : 503,
    headers: { 'cache-control': 'private, no-cache', vary: 'Cookie' },
  });
};
