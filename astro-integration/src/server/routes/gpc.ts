import site from 'virtual:consent/site';
import type { APIRoute } from 'astro';
import { configForAnyone } from '../configs.ts';

export const prerender = false;

/** The site's statement on Global Privacy Control: made only while a category respects the signal. */
export const GET: APIRoute = async () => {
  const config = await configForAnyone(site.locale, false);
  const honored = config?.enabled && config.categories.some((category) => category.respectGPC);
  // A cache may keep what says nothing of it, as Netlify's adapter has it keep for a year.
  if (!honored) return new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } });
  return Response.json(
    { gpc: true, lastUpdate: site.gpcLastUpdate },
    { headers: { 'cache-control': 'public, max-age=3600' } },
  );
};
