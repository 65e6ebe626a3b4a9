/** How many first visits had a banner to answer: sums that the CMS sets beside decisions, and nothing of anybody. */
import type { ConsentConfig } from '../contract/config.ts';
import {
  IMPRESSION_SUMS,
  IMPRESSIONS_AT_ONCE,
  type ImpressionBatch,
  type ImpressionSum,
} from '../contract/impressions.ts';
import { randomUuid } from '../rules/clock-and-uuid.ts';
import { deviceClassOf } from '../rules/device-class.ts';
import { isQuietPage } from '../rules/quiet-pages.ts';
import { isStoppedWithAnswers, keepAlive, pause } from './background-work.ts';
import { askCms } from './cms-requests.ts';
import type { SiteSettings } from './options.ts';
import { askingPage } from './route-request.ts';
import { signedHeaders } from './site-signature.ts';
import { createWarning } from './warning.ts';

/** Between two batches, in milliseconds. */
const EVERY = 60_000;

/** The same where a platform stops a process with its answers, and is asked to wait. */
const SOON = 10_000;

/** How long the CMS may take for a batch, in milliseconds. */
const TIMEOUT = 8000;

/** Batches that wait while the CMS is away: the last ten minutes. What is older is lost. */
const WAITING = 10;

export interface Impressions {
  /** A page was written with a banner that is due. */
  page(request: Request, url: Pick<URL, 'host'>, config: ConsentConfig, country: string | null): void;
  /** A page that is the same for everybody has asked who its visitor is, and a banner is due. */
  neutralPage(request: Request, config: ConsentConfig, country: string | null): void;
}

interface Surroundings {
  /** Whether the CMS keeps decisions under this configuration: without them a rate says nothing. */
  isRecorded(config: ConsentConfig): boolean;
  wait?: (milliseconds: number) => Promise<void>;
}

/**
 * Counts in memory and hands over once a minute. Nothing waits for it, and nothing is stored with a visitor: that a visit
 * is a first one is told by the browser, which says where it came from.
 */
export function createImpressions(
  site: Pick<SiteSettings, 'api' | 'frontPage' | 'isBot' | 'secret' | 'warn'>,
  { isRecorded, wait = pause }: Surroundings,
): Impressions {
  const failed = createWarning(site.warn);
  const waiting: ImpressionBatch[] = [];
  let counted = new Map<string, ImpressionSum>();
  let [day, all, isPlanned] = ['', 0, false];

  function close(): void {
    if (counted.size === 0) return;
    waiting.push({ id: randomUuid(), day, shown: [...counted.values()] });
    if (waiting.length > WAITING) waiting.shift();
    counted = new Map();
    all = 0;
  }

  function count({ headers }: Request, config: ConsentConfig, country: string | null): void {
    if (site.api() === null || !isRecorded(config)) return;
    const agent = headers.get('user-agent');
    if (!agent || site.isBot(agent) || isFetchedAhead(headers)) return;
    const today = new Date().toISOString().slice(0, 10);
    if (today !== day) close();
    day = today;
    const { versions, locale, jurisdiction } = config;
    const kind = {
      policyVersion: versions.policyVersion,
      locale,
      model: jurisdiction.model,
      country: country && /^[A-Z]{2}$/.test(country) ? country : null,
      device: deviceClassOf(headers),
    };
    const name = Object.values(kind).join();
    const sum = counted.get(name) ?? { ...kind, n: 0 };
    if (all >= IMPRESSIONS_AT_ONCE || (sum.n === 0 && counted.size >= IMPRESSION_SUMS)) return;
    sum.n += 1;
    all += 1;
    counted.set(name, sum);
    plan();
  }

  function plan(): void {
    if (isPlanned) return;
    isPlanned = true;
    keepAlive(wait(isStoppedWithAnswers() ? SOON : EVERY).then(handOver));
  }

  async function handOver(): Promise<void> {
    close();
    for (const batch of [...waiting]) {
      if (!(await isDone(batch))) break;
      waiting.splice(waiting.indexOf(batch), 1);
    }
    isPlanned = false;
    if (waiting.length > 0 || counted.size > 0) plan();
  }

  /** False where it is to be sent again: the CMS knows it by its id, and counts it once. */
  async function isDone(batch: ImpressionBatch): Promise<boolean> {
    try {
      const answer = await send(site, JSON.stringify(batch));
      const text = answer.ok ? '' : (await answer.text()).slice(0, 500);
      if (answer.ok) void answer.body?.cancel();
      if (answer.ok) failed.clear();
      else
        failed.raise(`What was shown could not be handed over: the CMS answered ${answer.status}: ${text}`);
      return answer.status < 500 && answer.status !== 429;
    } catch (error) {
      failed.raise(`What was shown could not be handed over: ${(error as Error).message}`);
      return false;
    }
  }

  return {
    page(request, url, config, country) {
      if (isFirstPage(request, url)) count(request, config, country);
    },
    neutralPage(request, config, country) {
      // Where the banner keeps quiet the page asks all the same.
      const isQuiet = isQuietPage(config.banner.quietPages, askingPage(request, site).pathname);
      if (!isQuiet) count(request, config, country);
    },
  };
}

async function send({ api, secret }: Pick<SiteSettings, 'api' | 'secret'>, body: string): Promise<Response> {
  const known = secret();
  const stated = { country: null, region: null, model: null, presentation: null };
  const signed = known === null ? {} : await signedHeaders(known, 'impressions', stated, body);
  const headers = { 'content-type': 'application/json', ...signed };
  return askCms(`${api()}/impressions`, { method: 'POST', headers, body }, TIMEOUT);
}

/** Whether a visit begins with this page: no page of the same site has led to it. */
function isFirstPage({ method, headers }: Request, { host }: Pick<URL, 'host'>): boolean {
  if (method !== 'GET') return false;
  const from = headers.get('sec-fetch-site');
  if (from) return from !== 'same-origin';
  const referrer = headers.get('referer') ?? '';
  return !URL.canParse(referrer) || new URL(referrer).host !== host;
}

/** What a browser fetches in case somebody wants it has been shown to nobody. */
const isFetchedAhead = (headers: Headers): boolean =>
  /prefetch|prerender/.test(
    `${headers.get('sec-purpose')} ${headers.get('purpose')} ${headers.get('x-moz')}`,
  );
