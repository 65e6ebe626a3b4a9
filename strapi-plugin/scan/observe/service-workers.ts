/** What service workers ask the network for, which no page's own account has. */
import type { BrowserContext, Request } from 'playwright-core';
import { LIMITS } from '../limits';
import { safeAddress, safeText } from '../safe-text';
import { isOfOneSite, keepRequest, type Moment, type Traffic } from './network-watch';
import type { SeenRequest } from './observations';

export function watchServiceWorkers(context: BrowserContext, traffic: Traffic, moment: () => Moment): void {
  const requests = new WeakMap<Request, SeenRequest>();
  context.on('request', (request) => {
    const seen = workerRequest(request, moment());
    if (seen && !traffic.exceeded && keepRequest(traffic, seen)) requests.set(request, seen);
  });
  context.on('response', (response) => {
    const seen = requests.get(response.request());
    if (!seen) return;
    traffic.changedAt = Date.now();
    seen.status = response.status();
    void response.headerValues('set-cookie').then(
      (lines) => {
        for (const line of lines) {
          const name = line.split('=')[0]?.trim();
          if (name && traffic.responseCookies.size < LIMITS.entries)
            traffic.responseCookies.set(safeText(name), seen.url);
        }
      },
      () => {},
    );
  });
}

function workerRequest(request: Request, moment: Moment): SeenRequest | null {
  const worker = request.serviceWorker()?.url();
  const url = request.url();
  if (worker === undefined || !/^https?:/.test(url) || !URL.canParse(url)) return null;
  const { hostname } = new URL(url);
  return {
    ...moment,
    url: safeAddress(url),
    host: hostname,
    kind: request.resourceType(),
    method: request.method(),
    sameSite: URL.canParse(worker) && isOfOneSite(hostname, new URL(worker).hostname),
    navigation: false,
    at: Date.now(),
    origin: { by: 'service worker', address: safeAddress(worker), stack: [] },
    status: null,
  };
}
