import site from 'virtual:consent/site';
import {
  type ConsentConfig,
  type ConsentCookieV1,
  decodeConsentCookie,
  type RecordSubmission,
  serializeConsentCookie,
} from '@permesso/consent-core';
import { recordSubmissionSchema } from '@permesso/consent-core/schema';
import type { APIContext, APIRoute } from 'astro';
import { readBody } from '../body.ts';
import { cmsApi, configFor, expireConfigs, isRecorded } from '../configs.ts';
import { errorResponse } from '../errors.ts';
import { forwardRecord } from '../forward.ts';
import { holdDecision, isStillNewest } from '../held-decisions.ts';
import { isSameOrigin } from '../origin.ts';
import { placeOf } from '../place.ts';
import { addressOf, isSecure } from '../request.ts';
import { cookieValue } from '../source.ts';
import { localeOf } from '../visit.ts';

export const prerender = false;

/** The largest body of a record, in bytes (E4). */
const LIMIT = 4096;

/** How long a client should wait while the CMS is away, in seconds. */
const RETRY_AFTER = '30';

/** Says that the answer came too late to set the cookie: the page asks for that once more, without a wait. */
const RENEW = 'consent-renew';

/** Takes a record from the page: sets the cookie again by HTTP, and passes the record on to the CMS. */
export const POST: APIRoute = async (context) => {
  const { request } = context;
  if (!isSameOrigin(request.headers, [context.url.origin, ...site.origins])) {
    return errorResponse(403, 'Records are taken from pages of this site only.');
  }
  const arrived = performance.now();
  if (context.url.searchParams.has('renew')) return renewed(context, arrived);
  const body = await readText(request);
  if (body instanceof Response) return body;
  const submission = readSubmission(body);
  if (submission instanceof Response) return submission;
  const held = holdDecision(submission, arrived);
  try {
    const config = await configOf(context);
    const answer = await pass(context, submission, config);
    const cookie = ownCookie(context, config);
    if (cookie?.id !== submission.consentId || cookie.t !== submission.decidedAt) return answer;
    if (held.isNewest()) answer.headers.append('set-cookie', cookieText(context, config!, cookie));
    // Too late to know: the page asks for it by itself, with the cookie that it has by then.
    else answer.headers.set(RENEW, '1');
    return answer;
  } finally {
    held.release();
  }
};

/**
 * Sets the cookie of this request again, without a wait: set by HTTP it outlives the seven days that some browsers give to
 * cookies of scripts.
 */
async function renewed(context: APIContext, arrived: number): Promise<Response> {
  const config = await configOf(context);
  const cookie = ownCookie(context, config);
  const answer = new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } });
  if (cookie && isStillNewest(arrived)) {
    answer.headers.append('set-cookie', cookieText(context, config!, cookie));
  }
  return answer;
}

async function readText(request: Request): Promise<string | Response> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^(application\/json|text\/plain)\b/i.test(type)) {
    return errorResponse(415, 'Send the record as application/json.');
  }
  const body = await readBody(request, LIMIT);
  return body ? new TextDecoder().decode(body) : errorResponse(413, `A record has at most ${LIMIT} bytes.`);
}

function readSubmission(body: string): RecordSubmission | Response {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return errorResponse(400, 'The body is not JSON.');
  }
  const parsed = recordSubmissionSchema.safeParse(value);
  if (parsed.success) return parsed.data as RecordSubmission;
  const errors = parsed.error.issues.map(({ path, message }) => ({ path, message }));
  return errorResponse(400, 'The record is not valid.', { errors });
}

const configOf = (context: APIContext) => configFor({ locale: localeOf(context), ...placeOf(context) });

/** The consent cookie of this request. No other one is ever set: it would bring an older decision back. */
function ownCookie({ request }: APIContext, config: ConsentConfig | null): ConsentCookieV1 | null {
  return config?.enabled ? decodeConsentCookie(cookieValue(request.headers, config.cookie.name)) : null;
}

function cookieText(context: APIContext, config: ConsentConfig, cookie: ConsentCookieV1): string {
  return serializeConsentCookie(cookie, config.cookie, { secure: isSecure(context) });
}

async function pass(
  context: APIContext,
  submission: RecordSubmission,
  config: ConsentConfig | null,
): Promise<Response> {
  const api = cmsApi();
  // A fixed configuration has nobody to keep records, and one that records nothing sends nothing.
  if (api === null || (config && !isRecorded(config))) return new Response(null, { status: 204 });
  try {
    const sender = {
      headers: context.request.headers,
      ...placeOf(context),
      address: addressOf(context),
    };
    const answer = await forwardRecord(api, submission, sender);
    if (answer.status >= 500) return away();
    if (answer.status === 409) expireConfigs();
    const headers = new Headers({ 'cache-control': 'no-store' });
    for (const name of ['content-type', 'retry-after']) {
      const value = answer.headers.get(name);
      if (value) headers.set(name, value);
    }
    const body = answer.status === 204 ? null : await answer.text();
    return new Response(body, { status: answer.status, headers });
  } catch {
    return away();
  }
}

function away(): Response {
  const message = 'The record could not be stored just now; send it again later.';
  return errorResponse(503, message, {}, { 'retry-after': RETRY_AFTER });
}
