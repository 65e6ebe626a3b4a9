import { escapeHtml } from '../contract/safe-html.ts';
import { plainPage } from './plain-page.ts';
import type { RouteRequest } from './route-request.ts';

/**
 * Leads back to the page whose form was sent. Where something in front of the site follows a redirect by itself it drops the cookie that
 * came with it: a withdrawal would be recorded and not hold. There a page leads back.
 *
 * @param title what that page says in English, where the words of the site are not known
 */
export function leadBack(
  { losesRedirects }: Pick<RouteRequest, 'losesRedirects'>,
  path: string,
  title = 'Your choice is saved',
): Response {
  if (!losesRedirects) {
    return new Response(null, { status: 303, headers: { location: path, 'cache-control': 'no-store' } });
  }
  return new Response(wayBackPage(path, title), {
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  });
}

/**
 * Goes on to a page of the site by itself; a link leads there where that is not so.
 *
 * @param first HTML of its head that runs before that
 */
export function wayBackPage(path: string, title: string, first = ''): string {
  const address = escapeHtml(path);
  return plainPage({
    title,
    head: `${first}<meta http-equiv="refresh" content="0;url=${address}">`,
    body: `<p><a href="${address}">Back to the page</a></p>`,
  });
}
