/** What workers ask the network for, which no page's own account has. */
import type { BrowserContext, Page, Request, Response } from 'playwright-core';
import { LIMITS } from '../limits';
import { safeAddress } from '../safe-text';
import type { Origin, SeenRequest } from './observations';
import { isOfOneSite } from './request-events';
import { keepRequest, keepResponseCookies, type Moment, type Traffic } from './traffic';

export function watchServiceWorkers(context: BrowserContext, traffic: Traffic, moment: () => Moment): void {
  const requests = new WeakMap<Request, SeenRequest>();
  context.on('request', (request) => {
    const worker = request.serviceWorker()?.url();
    if (worker === undefined) return;
    const asked = { url: request.url(), kind: request.resourceType(), method: request.method() };
    const seen = workerRequest(asked, worker, originOf(request, 'service worker', worker), moment());
    if (seen && !traffic.exceeded && keepRequest(traffic, seen)) requests.set(request, seen);
  });
  context.on('response', (response) => keepAnswer(traffic, response, requests.get(response.request())));
}

export interface WorkersWatch {
  /** Something that workers have asked for is under way. */
  areBusy(): boolean;
  /** Keeps what workers have asked for until now. To be called when nothing is under way: the two accounts come side by side. */
  keep(): void;
}

/**
 * Watches the workers of a page, and theirs. The driver tells of what they ask for together with what the page does.
 *
 * @param ofPage what the page itself has asked for, by its own account.
 */
export function watchWorkers(
  page: Page,
  traffic: Traffic,
  moment: () => Moment,
  ofPage: ReadonlySet<string>,
): WorkersWatch {
  const told: SeenRequest[] = [];
  const requests = new WeakMap<Request, SeenRequest>();
  const underWay = new Set<SeenRequest>();
  const add = (asked: Asked, origin: Origin): SeenRequest | null => {
    const now = moment();
    const seen = workerRequest(asked, now.page, origin, now);
    traffic.exceeded ||= told.length >= LIMITS.requests;
    if (seen && !traffic.exceeded) told.push(seen);
    return seen;
  };
  page.on('request', (request) => {
    traffic.changedAt = Date.now();
    const asked = { url: request.url(), kind: request.resourceType(), method: request.method() };
    const seen = add(asked, originOf(request, 'worker', null));
    if (!seen) return;
    requests.set(request, seen);
    if (seen.kind !== 'eventsource' && seen.kind !== 'ping') underWay.add(seen);
  });
  const over = (request: Request) => {
    const seen = requests.get(request);
    if (seen) underWay.delete(seen);
  };
  page.on('requestfinished', over);
  page.on('requestfailed', over);
  page.on('websocket', (socket) =>
    add({ url: socket.url(), kind: 'websocket', method: 'GET' }, { by: 'worker', address: null, stack: [] }),
  );
  page.on('response', (response) => {
    const seen = requests.get(response.request());
    if (seen && !ofPage.has(seen.url)) keepAnswer(traffic, response, seen);
  });
  return {
    areBusy: () => [...underWay].some(({ url }) => !ofPage.has(url)),
    keep() {
      // What still hangs is not waited for again.
      underWay.clear();
      const ofWorkers = told.splice(0).filter(({ url }) => !ofPage.has(url));
      for (const seen of ofWorkers) if (!traffic.exceeded) keepRequest(traffic, seen);
    },
  };
}

interface Asked {
  url: string;
  kind: string;
  method: string;
}

/** @param owner address of the worker, or of the page that it is of. */
function workerRequest(
  { url, kind, method }: Asked,
  owner: string,
  origin: Origin,
  moment: Moment,
): SeenRequest | null {
  if (!/^(https?|wss?):/.test(url) || !URL.canParse(url)) return null;
  const { hostname, hash } = new URL(url);
  return {
    ...moment,
    url: safeAddress(hash ? url.slice(0, -hash.length) : url),
    host: hostname,
    kind,
    method,
    sameSite: URL.canParse(owner) && isOfOneSite(hostname, new URL(owner).hostname),
    navigation: false,
    at: Date.now(),
    origin,
    status: null,
  };
}

function originOf(request: Request, by: Origin['by'], worker: string | null): Origin {
  const from = request.redirectedFrom()?.url();
  if (from !== undefined) return { by: 'response', address: safeAddress(from), stack: [] };
  return { by, address: worker && safeAddress(worker), stack: [] };
}

function keepAnswer(traffic: Traffic, response: Response, seen: SeenRequest | undefined): void {
  if (!seen) return;
  traffic.changedAt = Date.now();
  seen.status = response.status();
  void response.headerValues('set-cookie').then(
    (lines) => keepResponseCookies(traffic, lines, seen.url),
    () => {},
  );
}
