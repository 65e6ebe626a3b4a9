import site from 'virtual:consent/site';
import {
  type ConsentAction,
  type ConsentConfig,
  type ConsentCookieV1,
  type ConsentDecision,
  type ConsentDecisions,
  decide,
  decodeConsentCookie,
  inertConfig,
  type RecordSubmission,
  resolveConsent,
  serializeConsentCookie,
} from '@permesso/consent-core';
import { escapeHtml } from '@permesso/consent-core/ui';
import type { APIContext, APIRoute } from 'astro';
import { readBody } from '../body.ts';
import { cmsApi, configFor, isRecorded } from '../configs.ts';
import { errorResponse } from '../errors.ts';
import { recordSender } from '../forward.ts';
import { holdDecision, isStillNewest } from '../held-decisions.ts';
import { keepAlive } from '../keep-alive.ts';
import { isSameOrigin, returnPath } from '../origin.ts';
import { createOutbox } from '../outbox.ts';
import { placeOf } from '../place.ts';
import { addressOf, isSecure } from '../request.ts';
import { cookieValue, gpcFromHeaders } from '../source.ts';
import { localeOf, localeTaken } from '../visit.ts';

export const prerender = false;

/** How long a visitor should wait while no configuration is known, in seconds. */
const RETRY_AFTER = '30';

/** Where no configuration says how the cookie is named and kept. */
const DEFAULT_COOKIE = inertConfig().cookie;

/** The largest form of a decision, in bytes: a tick for each of fifty categories, and a long address to return to. */
const LIMIT = 16_384;

/** Buttons of the banner and of the preferences; their names are those of `data-consent-action`. */
const ACTIONS: Record<string, ConsentAction> = {
  'accept-all': 'accept-all',
  'reject-all': 'reject-all',
  save: 'save',
  withdraw: 'withdraw',
  dismiss: 'dismiss',
  close: 'dismiss',
};

/** The banner's form without JavaScript (I6): commits the same decision as the store would, and returns. */
export const POST: APIRoute = async (context) => {
  const { headers } = context.request;
  const arrived = performance.now();
  if (!isSameOrigin(headers, [context.url.origin, ...site.origins])) {
    return errorResponse(403, 'Decisions are taken from pages of this site only.');
  }
  const body = await readBody(context.request, LIMIT);
  if (!body) return errorResponse(413, `A decision has at most ${LIMIT} bytes.`);
  const form = await readForm(body, headers);
  const action = form && actionOf(form);
  if (!form || !action) {
    return errorResponse(400, `Send a form with "action" as one of ${Object.keys(ACTIONS).join(', ')}.`);
  }
  const locale = localeTaken(form.get('locale')) ?? localeOf(context);
  const config = await configFor({ locale, ...placeOf(context) });
  // To close a banner decides nothing that could be lost.
  if (!config && action !== 'dismiss') return undecidable(context, form, action);
  const answer = leadBack(headers, returnPath(form.get('return')));
  const decision = config && decisionOf(form, action, config, headers);
  // A browser takes a cookie that comes late, and the visitor may have refused meanwhile in another tab (rule L).
  const isLate = decision && grantsAnything(decision) && !isStillNewest(arrived);
  if (isLate && action !== 'dismiss') return undecidable(context, form, action);
  if (config && decision && !isLate) {
    // Answers to older records, which wait in this process, set their cookie no more.
    holdDecision(decision.submission).release();
    const secure = isSecure(context);
    answer.headers.append('set-cookie', serializeConsentCookie(decision.cookie, config.cookie, { secure }));
    if (isRecorded(config)) record(context, decision.submission);
  }
  return answer;
};

/**
 * Vercel's edge middleware follows a redirect by itself and drops the cookie that came with it: a withdrawal would be
 * recorded and not hold. There the page leads back.
 */
function leadBack(headers: Headers, path: string): Response {
  if (!headers.has('x-astro-path')) {
    return new Response(null, { status: 303, headers: { location: path, 'cache-control': 'no-store' } });
  }
  const address = escapeHtml(path);
  const page = plainPage(
    'Your choice is saved',
    `<meta http-equiv="refresh" content="0;url=${address}">`,
    `<p><a href="${address}">Back to the page</a></p>`,
  );
  return new Response(page, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  });
}

async function readForm(body: BodyInit, headers: Headers): Promise<FormData | null> {
  try {
    return await new Response(body, {
      headers: { 'content-type': headers.get('content-type') ?? '' },
    }).formData();
  } catch {
    return null;
  }
}

/** Own names alone: every object knows `constructor` too. */
function actionOf(form: FormData): ConsentAction | undefined {
  const name = String(form.get('action'));
  return Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
}

function decisionOf(form: FormData, action: ConsentAction, config: ConsentConfig, headers: Headers) {
  const resolved = resolveConsent(cookieValue(headers, config.cookie.name), config, {
    gpc: gpcFromHeaders(headers),
  });
  const source = action === 'save' || form.get('source') === 'preferences' ? 'preferences' : 'banner';
  const present = Math.floor(Date.now() / 1000);
  // Of two decisions of one second a page that has the older one still to send would take that for the newest.
  const time = resolved.cookie?.t === present ? present + 1 : present;
  return decide(resolved, config, action, { source, draft: draftOf(form, config), now: () => time });
}

const grantsAnything = ({ submission }: ConsentDecision) =>
  Object.values(submission.decisions).includes(true);

/** An unticked box is not sent: every category that was offered and not ticked is refused. */
function draftOf(form: FormData, config: ConsentConfig): ConsentDecisions {
  const ticked = new Set(form.getAll('category'));
  return Object.fromEntries(config.categories.map(({ key }) => [key, ticked.has(key)]));
}

/** No configuration is known, so no decision can be made by it. The visitor is told; who takes back a grant is obeyed. */
function undecidable(context: APIContext, form: FormData, action: ConsentAction): Response {
  const headers = new Headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': RETRY_AFTER,
  });
  const source = action === 'withdraw' ? 'w' : form.get('source') === 'preferences' ? 'p' : 'b';
  const refuses = action === 'reject-all' || action === 'withdraw';
  const revoked = refuses && revokedCookie(context, source);
  if (revoked) headers.set('set-cookie', revoked);
  return new Response(laterPage(returnPath(form.get('return')), Boolean(revoked)), { status: 503, headers });
}

/**
 * The visitor's cookie with every grant refused, or null where there is none that can be read. Not without a cookie, for
 * where the law is opt-out no decision means granted. How the cookie is named and kept is said by the configuration
 * too, so this knows only the names and ways of the plugin's own default.
 */
function revokedCookie(context: APIContext, source: ConsentCookieV1['s']): string | null {
  const { headers } = context.request;
  const cookie = decodeConsentCookie(cookieValue(headers, DEFAULT_COOKIE.name));
  if (!cookie) return null;
  const refused: ConsentCookieV1 = {
    ...cookie,
    d: Object.fromEntries(Object.keys(cookie.d).map((key) => [key, 0])),
    t: Math.floor(Date.now() / 1000),
    s: source,
  };
  return serializeConsentCookie(refused, DEFAULT_COOKIE, { secure: isSecure(context) });
}

function laterPage(back: string, revoked: boolean): string {
  const said = revoked
    ? 'What you had allowed is refused from now on. Your choice could not be recorded just now.'
    : 'Your choice could not be saved just now.';
  const body = `<h1>Please try again in a moment</h1><p>${said}</p><p><a href="${escapeHtml(back)}">Back to the page</a></p>`;
  return plainPage('Please try again', '', body);
}

/** In plain English: without a configuration the site's own words are not known either. */
const plainPage = (title: string, head: string, body: string) =>
  '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
  '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">' +
  `<meta name="color-scheme" content="light dark">${head}<title>${title}</title></head>` +
  `<body><main>${body}</main></body></html>`;

const outbox = createOutbox();

/** In the background: the visitor's next page does not wait for the CMS. */
function record(context: APIContext, submission: RecordSubmission): void {
  const api = cmsApi();
  if (api === null) return;
  const { headers } = context.request;
  const sender = { headers, ...placeOf(context), address: addressOf(context) };
  keepAlive(outbox.hand(recordSender(api, submission, sender)));
}
