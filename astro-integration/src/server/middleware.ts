import { defineMiddleware } from 'astro:middleware';
import options from 'virtual:consent/site';
import { PREVIEW } from '@permesso/consent-core';
import { isPage, rememberDoubles, visitAnswer, withHead } from '@permesso/consent-core/site';
import type { APIContext } from 'astro';
import { withholdCookies } from './consent-cookies.ts';
import { consentOf, type PageState, setConsent, setState } from './page-state.ts';
import { neverCache } from './route-cache.ts';
import { requestFacts, site } from './site.ts';

/** Resolves consent into `Astro.locals.consent` and puts the head snippet first in every page. */
export const onRequest = defineMiddleware(async (context, next) => {
  if (site.isRoute(context.url)) {
    neverCache(context.cache);
    return next();
  }
  const entered = enteredPreview(context);
  if (entered) return entered;
  const judged = site.visit(context.request, requestFacts(context));
  // A page whose answer is at hand waits for nothing.
  const visit = judged instanceof Promise ? await judged : judged;
  // A page rewritten by another comes through here once more.
  const earlier = consentOf(context.locals);
  if (earlier) earlier.isRewritten = true;
  const given = setConsent(context.locals, visit);
  const { config } = visit;
  if (config && visit.visitor) rememberDoubles(context.request, config.cookie.name, () => context.cookies);
  const gate = pageGate && (await pageGate);
  const head = options.head === 'auto' ? visit.head : null;
  const state = setState(context.request, { visit, head, ...(gate && { mark: crypto.randomUUID() }) });
  // A page that is saved as a file has its visitor's banner, too.
  let wasPage = false;
  const rendered = async () => {
    const answer = await next(prefixed(context.url));
    wasPage = !(answer instanceof URL) && isPage(answer);
    return answer;
  };
  // Where a page is made at build, nobody may look at headers, and nobody compresses it.
  const answered =
    gate && !context.isPrerendered ? await gate.readable(context.request, rendered) : await rendered();
  // A rewrite by a middleware on Netlify's edge: an address, whose answer comes through here where it is made.
  if (answered instanceof URL) return answered;
  const response = gate && context.isPrerendered ? gate.asServed(answered, context.url) : answered;
  wasPage ||= isPage(response);
  // A page that left its answer to another one is none: that has a request and a head of its own.
  const page = given.isRewritten ? response : await writtenPage(response, state, context.request);
  const answer = options.consentCookies ? await withholdCookies(context, page, visit) : page;
  // In place of an empty one Astro puts the site's error page, under the headers of this answer.
  const becomesPage = response.body === null && (response.status === 404 || response.status === 500);
  const isRead = given.isRead || consentOf(context.locals)?.isRead;
  const isOfVisit = wasPage || becomesPage || isRead || visit.isUnkept;
  // Of a page that is made at build nobody sees a header.
  if (context.isPrerendered || !isOfVisit) return answer;
  // A shared copy would show one visitor's choices to another.
  if (visit.visitor) neverCache(context.cache);
  return visitAnswer(answer, visit);
});

/** The answer to whoever comes by the link of a preview; null for all others. */
function enteredPreview(context: APIContext): Promise<Response> | null {
  if (context.isPrerendered || !context.url.searchParams.has(PREVIEW)) return null;
  const entered = site.handle(context.request, requestFacts(context));
  if (entered) neverCache(context.cache);
  return entered;
}

/** A page with its head, and with what loads held back where whole pages are gated. */
async function writtenPage(response: Response, state: PageState, request: Request): Promise<Response> {
  // No component of ours has written the head, or not yet.
  const isOpen = isPage(response) && state.head;
  const whole = isOpen ? withHead(response, state.head!, () => !state.head) : response;
  return pageGate ? (await pageGate).gatedAnswer(whole, state, request) : whole;
}

/** What whole pages go through; nothing where content alone does. */
const pageGate = options.gate === 'page' ? import('./page-gate.ts') : null;

const ownPaths = `${options.basePath}/`;

/** The preferences page below a language, where Astro takes no page without one; nothing for other pages. */
function prefixed({ pathname, search }: URL): string | undefined {
  if (!options.prefixedPath || !pathname.startsWith(ownPaths)) return;
  return `${options.prefixedPath}/${pathname.slice(ownPaths.length)}${search}`;
}
