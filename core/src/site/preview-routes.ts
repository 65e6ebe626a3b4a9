/** How a preview begins and ends: its link leads here first, and the bar's form at last. */
import { REMEMBERED } from '../contract/payload.ts';
import { PREVIEW, PREVIEW_TOKEN } from '../contract/preview.ts';
import { leadBack, wayBackPage } from './lead-back.ts';
import type { SiteSettings } from './options.ts';
import { NOT_KEPT } from './page-payload.ts';
import { isOpen } from './preview.ts';
import { endedPreview, forgottenChoice, startedPreview } from './preview-cookies.ts';
import {
  errorResponse,
  formOf,
  type RouteContext,
  type RouteRequest,
  readBody,
  returnPath,
} from './route-request.ts';

/** The largest form that ends a preview, in bytes: a long address to return to. */
const LIMIT = 8192;

/** The link of a preview: the token becomes a cookie that ends with the browser's session, and leaves the address. */
export async function enterPreview(visit: RouteRequest, { site, previews }: RouteContext): Promise<Response> {
  const { searchParams } = visit.url;
  const token = searchParams.get(PREVIEW) ?? '';
  const answer = PREVIEW_TOKEN.test(token)
    ? await previews.open(token, { locale: visit.locale, ...visit.place })
    : 'ended';
  return door(pageOf(visit.url, site), [
    isOpen(answer) ? startedPreview(token, visit.isSecure) : endedPreview,
    forgottenChoice,
  ]);
}

/** The page that the link is of: without the token; behind the site's own route that which it names. */
function pageOf(url: URL, site: SiteSettings): string {
  const page = new URL(url);
  page.searchParams.delete(PREVIEW);
  const isRoute = page.pathname === site.address('preview');
  return returnPath(isRoute ? page.searchParams.get('return') : page.pathname + page.search, site.frontPage);
}

/** What the tab remembers is of an ordinary visit: by that a page which a cache has kept would go on as one. */
const FORGETTING = `<script>try{sessionStorage.removeItem('${REMEMBERED}')}catch{}</script>`;

/** A page that goes on to where the link leads: some platforms follow a redirect by themselves and lose the cookie. */
function door(path: string, cookies: readonly string[]): Response {
  const headers = new Headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': NOT_KEPT,
    // The address has the token.
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  });
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return new Response(wayBackPage(path, 'Preview', FORGETTING), { headers });
}

/** Leads back to the page as visitors see it. */
export async function endPreview(visit: RouteRequest, { site }: RouteContext): Promise<Response> {
  if (!visit.isFrom(site)) return errorResponse(403, 'A preview is ended by pages of this site only.');
  const body = await readBody(visit.request, LIMIT);
  const form = body && (await formOf(body, visit.headers));
  const answer = leadBack(visit, returnPath(form?.get('return'), site.frontPage), 'The preview has ended');
  answer.headers.append('set-cookie', endedPreview);
  answer.headers.append('set-cookie', forgottenChoice);
  return answer;
}
