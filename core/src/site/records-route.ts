import type { ConsentConfig, ConsentCookieV1, RecordSubmission } from '../contract/config.ts';
import { RECORD_BYTES } from '../contract/record-size.ts';
import { recordSubmissionSchema } from '../contract/schema.ts';
import { decodeConsentCookie, serializeConsentCookie } from '../rules/cookie.ts';
import { isTcfCookieOf, tcfCookieLine, tcfCookieName } from '../rules/tcf-cookie.ts';
import type { ConfigSource, MaybeLater } from './config-source.ts';
import { isStillNewest } from './newest-decisions.ts';
import { recordSender } from './record-delivery.ts';
import { errorResponse, type RouteContext, type RouteRequest, readBody } from './route-request.ts';

/** How long a client should wait while the CMS is away, in seconds. */
const RETRY_AFTER = '30';

/** Says that the answer came too late to set the cookie: the page asks for that once more, without a wait. */
const RENEW = 'consent-renew';

/** Takes a record from the page: sets the cookie again by HTTP, and passes the record on to the CMS. */
export async function answerRecords(visit: RouteRequest, context: RouteContext): Promise<Response> {
  if (!visit.isFrom(context.site)) {
    return errorResponse(403, 'Records are taken from pages of this site only.');
  }
  if (visit.url.searchParams.has('renew')) return renewed(visit, context);
  const submission = await readSubmission(visit.request);
  if (submission instanceof Response) return submission;
  const held = context.newest.hold(submission, visit.arrived);
  try {
    const config = await configOf(visit, context);
    const answer = await pass(visit, submission, config, context);
    const cookie = ownCookie(visit, config);
    if (cookie?.id !== submission.consentId || cookie.t !== submission.decidedAt) return answer;
    if (held.isNewest()) setAgain(answer, visit, config!, cookie, context);
    // Too late to know: the page asks for it by itself, with the cookie that it has by then.
    else answer.headers.set(RENEW, '1');
    return answer;
  } finally {
    held.release();
  }
}

/** The record that a page has sent, or the answer that says what is wrong with it. */
async function readSubmission(request: Request): Promise<RecordSubmission | Response> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^(application\/json|text\/plain)\b/i.test(type)) {
    return errorResponse(415, 'Send the record as application/json.');
  }
  const body = await readBody(request, RECORD_BYTES);
  if (!body) return errorResponse(413, `A record has at most ${RECORD_BYTES} bytes.`);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(body));
  } catch {
    return errorResponse(400, 'The body is not JSON.');
  }
  const parsed = recordSubmissionSchema.safeParse(value);
  if (parsed.success) return parsed.data as RecordSubmission;
  const errors = parsed.error.issues.map(({ path, message }) => ({ path, message }));
  return errorResponse(400, 'The record is not valid.', { errors });
}

/**
 * Sets the cookie of this request again, without a wait: set by HTTP it outlives the seven days that some browsers give to
 * cookies of scripts.
 */
async function renewed(visit: RouteRequest, context: RouteContext): Promise<Response> {
  const config = await configOf(visit, context);
  const cookie = ownCookie(visit, config);
  const answer = new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } });
  if (cookie && isStillNewest(visit.arrived)) setAgain(answer, visit, config!, cookie, context);
  return answer;
}

const configOf = ({ locale, place }: RouteRequest, { configs }: RouteContext) =>
  configs.forVisitor({ locale, ...place });

/** The consent cookie of this request. No other one is ever set: it would bring an older decision back. */
function ownCookie(visit: RouteRequest, config: ConsentConfig | null): ConsentCookieV1 | null {
  return config?.enabled ? decodeConsentCookie(visit.cookie(config.cookie.name)) : null;
}

/** Sets the consent cookie again, and beside it the consent string that was given with this decision, where the site keeps one. */
function setAgain(
  answer: Response,
  visit: RouteRequest,
  config: ConsentConfig,
  cookie: ConsentCookieV1,
  { site }: RouteContext,
): void {
  const context = visit.cookieContext;
  answer.headers.append('set-cookie', serializeConsentCookie(cookie, config.cookie, context));
  const string = site.tcf && visit.cookie(tcfCookieName(config.cookie));
  if (string && isTcfCookieOf(string, cookie)) {
    answer.headers.append('set-cookie', tcfCookieLine(string, config.cookie, context));
  }
}

async function pass(
  visit: RouteRequest,
  submission: RecordSubmission,
  config: ConsentConfig | null,
  { site, configs, signing }: RouteContext,
): Promise<Response> {
  const api = site.api();
  // A fixed configuration has nobody to keep records, and one that records nothing sends nothing.
  if (api === null || (config && !configs.isRecorded(config))) return new Response(null, { status: 204 });
  try {
    const shown = await shownTo(visit, submission, config, configs);
    const answer = await recordSender(api, submission, visit.sender, signing(shown, submission))();
    if (answer.status >= 500) return away();
    if (answer.status === 409) configs.expire();
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

/** The configuration in the language that the record names, which need not be that of this address. */
function shownTo(
  { place }: RouteRequest,
  { locale }: RecordSubmission,
  config: ConsentConfig | null,
  configs: ConfigSource,
): MaybeLater<ConsentConfig | null> {
  if (!locale || config?.locale === locale) return config;
  return configs.forVisitor({ locale, ...place });
}

function away(): Response {
  const message = 'The record could not be stored just now; send it again later.';
  return errorResponse(503, message, {}, { 'retry-after': RETRY_AFTER });
}
