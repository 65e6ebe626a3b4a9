import type { ConsentConfig, ConsentCookieV1, ConsentDecisions } from '../contract/config.ts';
import { inertConfig } from '../contract/default-config.ts';
import { escapeHtml } from '../contract/safe-html.ts';
import { isRequired } from '../rules/category-terms.ts';
import { decodeConsentCookie, serializeConsentCookie } from '../rules/cookie.ts';
import { type ConsentAction, type ConsentDecision, decide } from '../rules/decide.ts';
import { nonRequiredKeys, resolveConsent } from '../rules/resolve.ts';
import { editDraft } from '../rules/service-rules.ts';
import { leadBack } from './lead-back.ts';
import { isStillNewest } from './newest-decisions.ts';
import type { SiteSettings } from './options.ts';
import { plainPage } from './plain-page.ts';
import { isOpen, previewToken } from './preview.ts';
import { recordSender } from './record-delivery.ts';
import {
  errorResponse,
  formOf,
  localeTaken,
  type RouteContext,
  type RouteRequest,
  readBody,
  returnPath,
} from './route-request.ts';
import { gpcFromHeaders } from './visitor-request.ts';

/** How long a visitor should wait while no configuration is known, in seconds. */
const RETRY_AFTER = '30';

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
export async function answerDecide(visit: RouteRequest, context: RouteContext): Promise<Response> {
  const { site, configs, newest, signals } = context;
  if (!visit.isFrom(site)) return errorResponse(403, 'Decisions are taken from pages of this site only.');
  const body = await readBody(visit.request, LIMIT);
  if (!body) return errorResponse(413, `A decision has at most ${LIMIT} bytes.`);
  const form = await formOf(body, visit.headers);
  const action = form && actionOf(form);
  if (!form || !action) {
    return errorResponse(400, `Send a form with "action" as one of ${Object.keys(ACTIONS).join(', ')}.`);
  }
  const locale = localeTaken(form.get('locale')) ?? visit.locale;
  if (form.has('preview')) return decideInPreview(visit, { form, action, locale }, context);
  const signal = await signals.of(visit.headers);
  // A signal that is not known for now must not become a decision, which lasts.
  const config = signal === null ? null : await configs.forVisitor({ locale, ...visit.place });
  // To close a banner decides nothing that could be lost.
  if (!config && action !== 'dismiss') return undecidable(visit, form, action, configs.lastKnown(), site);
  const answer = leadBack(visit, returnPath(form.get('return'), site.frontPage));
  const gpc = Boolean(signal);
  const decision = config && decisionOf(visit, form, action, config, gpc);
  // A browser takes a cookie that comes late, and the visitor may have refused meanwhile in another tab (rule L).
  const isLate = decision && grantsAnything(gpc, decision, config) && !isStillNewest(visit.arrived);
  if (isLate && action !== 'dismiss') return undecidable(visit, form, action, config, site);
  if (config && decision && !isLate) {
    // Answers to older records, which wait in this process, set their cookie no more.
    newest.hold(decision.submission).release();
    const line = serializeConsentCookie(decision.cookie, config.cookie, visit.cookieContext);
    answer.headers.append('set-cookie', line);
    record(visit, decision, config, context);
  }
  return answer;
}

interface PreviewDecision {
  form: FormData;
  action: ConsentAction;
  locale: string | null;
}

/**
 * A form of a preview decides there alone: under its own cookie, and nobody records it. Where the preview has ended meanwhile
 * nothing is decided, for who pressed its button did not mean the site of visitors.
 */
async function decideInPreview(
  visit: RouteRequest,
  { form, action, locale }: PreviewDecision,
  { site, previews }: RouteContext,
): Promise<Response> {
  const returnTo = returnPath(form.get('return'), site.frontPage);
  const answer = leadBack(visit, returnTo);
  const open = await previews.open(previewToken(visit.headers) ?? '', { locale, ...visit.place });
  if (!isOpen(open)) return answer;
  const config = previews.configFor(open, { locale, returnTo });
  const decision = decisionOf(visit, form, action, config, open.terms.gpc || gpcFromHeaders(visit.headers));
  if (!decision) return answer;
  const line = serializeConsentCookie(decision.cookie, config.cookie, visit.cookieContext);
  answer.headers.append('set-cookie', line);
  return answer;
}

/** In the background: the visitor's next page does not wait for the CMS. */
function record(
  visit: RouteRequest,
  { submission }: ConsentDecision,
  config: ConsentConfig,
  { site, configs, signing, deliver }: RouteContext,
): void {
  const api = site.api();
  if (api === null || !configs.isRecorded(config)) return;
  void deliver(recordSender(api, submission, visit.sender, signing(config, submission)));
}

/** Own names alone: every object knows `constructor` too. */
function actionOf(form: FormData): ConsentAction | undefined {
  const name = String(form.get('action'));
  return Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
}

function decisionOf(
  visit: RouteRequest,
  form: FormData,
  action: ConsentAction,
  config: ConsentConfig,
  gpc: boolean,
) {
  const resolved = resolveConsent(visit.cookie(config.cookie.name), config, { gpc });
  const source = action === 'save' || form.get('source') === 'preferences' ? 'preferences' : 'banner';
  const present = Math.floor(Date.now() / 1000);
  // Of two decisions of one second a page that has the older one still to send would take that for the newest.
  const time = resolved.cookie?.t === present ? present + 1 : present;
  const draft = draftOf(form, config, resolved.decisions);
  return decide(resolved, config, action, { source, draft, now: () => time });
}

/** Whether anything is on by a decision, be it by no more than that it takes a refusal back: what is exempt is never granted. */
function grantsAnything(gpc: boolean, { cookie }: ConsentDecision, config: ConsentConfig): boolean {
  return Object.values(resolveConsent(cookie, config, { gpc }).decisions).includes(true);
}

/**
 * What the form's boxes make of what was decided before. An unticked box is not sent: what was offered and not ticked is
 * refused. A box that is as it was shown says nothing new, so that services refused by name stay so (C3).
 */
function draftOf(form: FormData, config: ConsentConfig, shown: ConsentDecisions): ConsentDecisions {
  return boxesOf(config).reduce((draft, { name, key, field }) => {
    const isTicked = form.getAll(field).includes(name);
    const wasTicked = (shown[name] ?? shown[key]) === true;
    return isTicked === wasTicked ? draft : editDraft(draft, name, isTicked, config);
  }, shown);
}

/** The boxes of the form: of each category that is a choice, or of its services where visitors decide on these. */
function boxesOf({ categories, services = {}, granularity }: ConsentConfig) {
  return categories
    .filter((category) => !isRequired(category))
    .flatMap(({ key }) => {
      const below = Object.keys(services).filter((name) => services[name] === key);
      return granularity === 'service' && below.length > 0
        ? below.map((name) => ({ name, key, field: 'service' }))
        : [{ name: key, key, field: 'category' }];
    });
}

/**
 * No configuration is known for this visitor, or not their account's signal, so no decision can be made by it. The visitor is
 * told; who takes back a grant is obeyed.
 *
 * @param known any configuration of the site
 */
function undecidable(
  visit: RouteRequest,
  form: FormData,
  action: ConsentAction,
  known: ConsentConfig | null,
  { frontPage }: Pick<SiteSettings, 'frontPage'>,
): Response {
  const headers = new Headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': RETRY_AFTER,
  });
  const source = action === 'withdraw' ? 'w' : form.get('source') === 'preferences' ? 'p' : 'b';
  const refuses = action === 'reject-all' || action === 'withdraw';
  const revoked = refuses && revokedCookie(visit, source, known ?? inertConfig());
  if (revoked) headers.set('set-cookie', revoked);
  const path = returnPath(form.get('return'), frontPage);
  return new Response(laterPage(path, Boolean(revoked)), { status: 503, headers });
}

/**
 * The visitor's cookie with all refused that it or the configuration names, or null where there is none that can be read. Not
 * without a cookie, for where the law is opt-out no decision means granted. How the cookie is named and kept is said by the
 * configuration too: where none is known, it has the name and ways of the plugin's own default. Its id stays, of a withdrawal
 * too: nothing records this, and the one that is made when the visitor tries again is to end that id (C9).
 */
function revokedCookie(
  visit: RouteRequest,
  source: ConsentCookieV1['s'],
  config: ConsentConfig,
): string | null {
  const cookie = decodeConsentCookie(visit.cookie(config.cookie.name));
  if (!cookie) return null;
  const refused: ConsentCookieV1 = {
    ...cookie,
    // What is on without consent has no grant that could be taken back.
    d: refusedAll([...nonRequiredKeys(config), ...Object.keys(cookie.d)]),
    ...(cookie.x && { x: refusedAll(Object.keys(cookie.x)) }),
    t: Math.floor(Date.now() / 1000),
    s: source,
  };
  return serializeConsentCookie(refused, config.cookie, visit.cookieContext);
}

const refusedAll = (keys: string[]) => Object.fromEntries(keys.map((key) => [key, 0] as const));

/**
 * The page that says that a decision could not be made.
 *
 * @param isRevoked what the visitor had allowed is refused all the same
 */
function laterPage(path: string, isRevoked: boolean): string {
  const said = isRevoked
    ? 'What you had allowed is refused from now on. Your choice could not be recorded just now.'
    : 'Your choice could not be saved just now.';
  return plainPage({
    title: 'Please try again',
    body: `<h1>Please try again in a moment</h1><p>${said}</p><p><a href="${escapeHtml(path)}">Back to the page</a></p>`,
  });
}
