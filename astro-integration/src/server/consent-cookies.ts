import options from 'virtual:consent/site';
import { privateAnswer, setsCookies, type Visit, withAllowedCookies } from '@permesso/consent-core/site';
import type { APIContext } from 'astro';
import { neverCache } from './route-cache.ts';
import { requestFacts, site } from './site.ts';

/** An answer of the site without the cookies that its visitor has not allowed, whether a header sets them or `Astro.cookies`. */
export async function withholdCookies(
  context: APIContext,
  answer: Response,
  visit: Visit,
): Promise<Response> {
  // Of a page that is made at build nobody sees a header.
  if (context.isPrerendered) return answer;
  const { cookies } = context;
  const judged = visit.visitor
    ? visit
    : await site.visit(context.request, { ...requestFacts(context), forVisitor: true });
  const isSet = setsCookies(answer) || !cookies.headers().next().done;
  // In any case: a component that is still being rendered may set one.
  filterHeaders(cookies, judged);
  if (!isSet) return answer;
  // A shared copy would bring one visitor's cookies to another, or none.
  neverCache(context.cache);
  return privateAnswer(withAllowedCookies(answer, judged, (line) => say(line, judged)));
}

/** Adapters send what `headers()` names, and ask it when the answer is on its way. */
function filterHeaders(cookies: APIContext['cookies'], visit: Visit): void {
  const headers = cookies.headers.bind(cookies);
  Object.defineProperty(cookies, 'headers', {
    *value() {
      for (const line of headers()) {
        if (visit.maySet(line)) yield line;
        else say(line, visit);
      }
    },
    configurable: true,
  });
}

const said = new Set<string>();

/** Names what was withheld, once: in dev each cookie, in production only that nobody knows which of them need consent. */
function say(line: string, { config }: Visit): void {
  const name = line.split('=')[0]!.trim();
  const text = config
    ? `The cookie "${name}" is not set: trackers declare it, and this visitor has granted none of them. Set it where ` +
      'Astro.locals.consent.has(category) says so; if it needs no consent, name it in consentCookies.necessary, ' +
      'or take it out of those trackers in the CMS.'
    : 'No consent configuration is known, so no cookie is set but those that consentCookies.necessary names.';
  if ((config && options.building) || said.has(text)) return;
  said.add(text);
  console.warn(`[consent] ${text}`);
}
