/** What a page asks of the network, by the browser's own account. */
import type { Page } from 'playwright-core';
import { LIMITS } from '../limits';
import { safeAddress, safeText } from '../safe-text';
import type { Decision, Origin, SeenRequest } from './observations';

/** Who set a cookie by a response: the address of that response, by the cookie's name. */
export type ResponseCookies = Map<string, string>;

/** What a visit has seen of the network, in all the tabs that it had. */
export interface Traffic {
  requests: SeenRequest[];
  responseCookies: ResponseCookies;
  bytes: number;
  /** Milliseconds since 1970 at which something happened last. */
  changedAt: number;
  /** Addresses that pages have the browser prepare as pages. */
  prerenders: Set<string>;
  /** More has been loaded, or asked for, than a visit may. */
  exceeded: boolean;
}

export const newTraffic = (): Traffic => ({
  requests: [],
  responseCookies: new Map(),
  bytes: 0,
  changedAt: 0,
  prerenders: new Set(),
  exceeded: false,
});

/** Writes a request down; false where a visit has no room for more. */
export function keepRequest(traffic: Traffic, request: SeenRequest): boolean {
  traffic.changedAt = Date.now();
  traffic.exceeded ||= traffic.requests.length >= LIMITS.requests;
  if (!traffic.exceeded) traffic.requests.push(request);
  return !traffic.exceeded;
}

export interface NetworkWatch {
  /** Resolves once nothing has been under way for `quiet` milliseconds, or `most` have passed. */
  settled(quiet: number, most: number): Promise<void>;
}

/** What the watch writes with everything that it sees. */
export interface Moment {
  page: string;
  decision: Decision;
  /** Set where the tab stands for a page that the open one has the browser prepare. */
  prerendered?: string;
}

/** The part of the browser's account of a request that is read here. */
interface RequestEvent {
  requestId: string;
  frameId?: string;
  wallTime: number;
  type?: string;
  redirectResponse?: { url: string };
  request: { url: string; method: string; isSameSite?: boolean };
  initiator: Initiator;
}
interface Initiator {
  type: string;
  url?: string;
  stack?: { callFrames: CallFrame[]; parent?: { callFrames: CallFrame[] } };
}
interface CallFrame {
  functionName: string;
  url: string;
  lineNumber: number;
  columnNumber: number;
}

/** Begins to write into `traffic`; `moment` says what holds at each event. */
export async function watchNetwork(
  page: Page,
  traffic: Traffic,
  moment: () => Moment,
): Promise<NetworkWatch> {
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  const mainFrame = frameTree.frame.id;
  const { responseCookies } = traffic;
  const underWay = new Set<string>();
  const byId = new Map<string, SeenRequest>();
  const addresses = new Map<string, string>();

  const changed = () => {
    traffic.changedAt = Date.now();
  };
  const keep = (request: SeenRequest): boolean => {
    if (traffic.exceeded) return false;
    const isKept = keepRequest(traffic, request);
    if (!isKept) stop();
    return isKept;
  };
  const stop = () => {
    traffic.exceeded = true;
    void session.send('Network.setBlockedURLs', { urls: ['*'] }).catch(() => {});
    void session.send('Page.stopLoading').catch(() => {});
  };

  session.on('Network.requestWillBeSent', (event: RequestEvent) => {
    const seen = seenRequest(event, mainFrame, moment());
    if (!seen) return;
    changed();
    if (!keep(seen)) return;
    addresses.set(event.requestId, seen.url);
    byId.set(event.requestId, seen);
    // These stay open for as long as the page does.
    if (event.type !== 'EventSource' && event.type !== 'Ping') underWay.add(event.requestId);
  });
  session.on('Network.webSocketCreated', ({ url, initiator }) => {
    keep(openedSocket(url, initiator as Initiator | undefined, moment()));
  });
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const seen = byId.get(requestId);
    if (seen) seen.status = response.status;
  });
  session.on('Network.responseReceivedExtraInfo', ({ requestId, headers }) => {
    for (const line of setCookieLines(headers)) {
      const name = line.split('=')[0]?.trim();
      if (name && responseCookies.size < LIMITS.entries)
        responseCookies.set(safeText(name), addresses.get(requestId) ?? '');
    }
  });
  session.on('Network.dataReceived', ({ dataLength, encodedDataLength }) => {
    traffic.bytes += Math.max(dataLength, encodedDataLength);
    if (traffic.bytes > LIMITS.bytes && !traffic.exceeded) stop();
  });
  const over = ({ requestId }: { requestId: string }) => {
    changed();
    underWay.delete(requestId);
  };
  session.on('Network.loadingFinished', over);
  session.on('Network.loadingFailed', over);
  session.on('Preload.prerenderStatusUpdated', ({ key, status, prerenderStatus }) => {
    const isWanted = status === 'Ready' || prerenderStatus === 'PrerenderingDisabledByDevTools';
    if (isWanted && traffic.prerenders.size < LIMITS.prerendered) traffic.prerenders.add(key.url);
  });
  await session.send('Network.enable');
  await session.send('Preload.enable').catch(() => {});

  return {
    settled: (quiet, most) =>
      new Promise((resolve) => {
        const began = Date.now();
        changed();
        const timer = setInterval(() => {
          const now = Date.now();
          const calm = underWay.size === 0 && now - traffic.changedAt >= quiet;
          if (!calm && now - began < most && !traffic.exceeded) return;
          clearInterval(timer);
          // What still hangs is not waited for again.
          underWay.clear();
          resolve();
        }, 25);
      }),
  };
}

function seenRequest(event: RequestEvent, mainFrame: string, moment: Moment): SeenRequest | null {
  const { request, initiator, redirectResponse, type = 'Other' } = event;
  if (!/^(https?|wss?):/.test(request.url) || !URL.canParse(request.url)) return null;
  return {
    ...moment,
    url: safeAddress(request.url),
    host: new URL(request.url).hostname,
    kind: type.toLowerCase(),
    method: request.method,
    // The protocol does not say it of what is fetched in advance.
    sameSite: request.isSameSite ?? isOfOneSite(new URL(request.url).hostname, hostOf(moment.page)),
    navigation: type === 'Document' && event.frameId === mainFrame,
    at: event.wallTime * 1000,
    origin: redirectResponse
      ? { by: 'response', address: safeAddress(redirectResponse.url), stack: [] }
      : initiatorOrigin(initiator),
    status: null,
  };
}

function openedSocket(url: string, initiator: Initiator | undefined, moment: Moment): SeenRequest {
  const host = URL.canParse(url) ? new URL(url).hostname : safeText(url);
  return {
    ...moment,
    url: safeAddress(url),
    host,
    kind: 'websocket',
    method: 'GET',
    // The protocol does not say it of sockets.
    sameSite: isOfOneSite(host, hostOf(moment.page)),
    navigation: false,
    at: Date.now(),
    origin: initiatorOrigin(initiator ?? { type: 'other' }),
    status: null,
  };
}

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).hostname : '');

/** As far as it can be told by the names alone. */
export const isOfOneSite = (host: string, other: string): boolean =>
  host === other || host.endsWith(`.${other}`) || other.endsWith(`.${host}`);

function initiatorOrigin({ type, url, stack }: Initiator): Origin {
  const frames = [...(stack?.callFrames ?? []), ...(stack?.parent?.callFrames ?? [])];
  const lines = frames
    .slice(0, LIMITS.stackLines)
    .map(({ functionName, url: file, lineNumber, columnNumber }) =>
      safeAddress(`${functionName || '(anonymous)'} ${file}:${lineNumber + 1}:${columnNumber + 1}`),
    );
  const address = url ?? frames.find((frame) => frame.url)?.url;
  const by = frames.length > 0 || type === 'script' ? 'script' : type === 'parser' ? 'parser' : 'unknown';
  return { by, address: address ? safeAddress(address) : null, stack: lines };
}

/** Headers of one name come as one text, a line each. */
function setCookieLines(headers: Record<string, string>): string[] {
  const name = Object.keys(headers).find((key) => key.toLowerCase() === 'set-cookie');
  return name ? (headers[name] ?? '').split('\n') : [];
}
