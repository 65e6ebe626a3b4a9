import site from 'virtual:consent/site';
import {
  type ConsentAction,
  type ConsentConfig,
  type ConsentDecisions,
  decide,
  type RecordSubmission,
  resolveConsent,
  serializeConsentCookie,
} from '@permesso/consent-core';
import type { APIContext, APIRoute } from 'astro';
import { cmsApi, configFor } from '../configs.ts';
import { errorResponse } from '../errors.ts';
import { forwardRecord, forwardWithRetry } from '../forward.ts';
import { isSameOrigin, returnPath } from '../origin.ts';
import { addressOf, isSecure } from '../request.ts';
import { cookieValue, gpcFromHeaders } from '../source.ts';
import { localeOf, localeTaken, placeOf } from '../visit.ts';

export const prerender = false;

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
  if (!isSameOrigin(headers, [context.url.origin, site.origin])) {
    return errorResponse(403, 'Decisions are taken from pages of this site only.');
  }
  const form = await readForm(context.request);
  const action = form && actionOf(form);
  if (!form || !action) {
    return errorResponse(400, `Send a form with "action" as one of ${Object.keys(ACTIONS).join(', ')}.`);
  }
  const answer = new Response(null, {
    status: 303,
    headers: { location: returnPath(form.get('return')), 'cache-control': 'no-store' },
  });
  const locale = localeTaken(form.get('locale')) ?? localeOf(context);
  const config = await configFor({ locale, ...placeOf(headers) });
  const decision = config && decisionOf(form, action, config, headers);
  if (config && decision) {
    const secure = isSecure(context);
    answer.headers.append('set-cookie', serializeConsentCookie(decision.cookie, config.cookie, { secure }));
    if (config.recording.enabled) record(context, decision.submission);
  }
  return answer;
};

async function readForm(request: Request): Promise<FormData | null> {
  try {
    return await request.formData();
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
  return decide(resolved, config, action, { source, draft: draftOf(form, config) });
}

/** An unticked box is not sent: every category that was offered and not ticked is refused. */
function draftOf(form: FormData, config: ConsentConfig): ConsentDecisions {
  const ticked = new Set(form.getAll('category'));
  return Object.fromEntries(config.categories.map(({ key }) => [key, ticked.has(key)]));
}

/** In the background: the visitor's next page does not wait for the CMS. */
function record(context: APIContext, submission: RecordSubmission): void {
  const api = cmsApi();
  if (api === null) return;
  const { headers } = context.request;
  const sender = { headers: new Headers(headers), ...placeOf(headers), address: addressOf(context) };
  const done = forwardWithRetry(() => forwardRecord(api, submission, sender)).then((taken) => {
    if (!taken)
      console.warn(`[consent] The record of consent ${submission.consentId} could not be handed over.`);
  });
  // Edge runtimes stop after the answer unless they are told to wait.
  const runtime = (context.locals as { runtime?: { ctx?: { waitUntil?: (work: Promise<void>) => void } } })
    .runtime;
  runtime?.ctx?.waitUntil?.(done);
}
