/** What a page asks of the network, by the browser's own account. */
import type { CDPSession, Page } from 'playwright-core';
import { LIMITS } from '../limits';
import type { SeenRequest } from './observations';
import {
  type Initiator,
  openedSocket,
  type RequestEvent,
  seenRequest,
  setCookieLines,
} from './request-events';
import { keepRequest, keepResponseCookies, type Moment, type Traffic } from './traffic';
import { watchWorkers } from './workers';

export interface NetworkWatch {
  /** Resolves once nothing has been under way for `quiet` milliseconds, or `most` have passed. */
  settled(quiet: number, most: number): Promise<void>;
}

/** Begins to write into `traffic`; `moment` says what holds at each event. */
export async function watchNetwork(
  page: Page,
  traffic: Traffic,
  moment: () => Moment,
): Promise<NetworkWatch> {
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  const { underWay, asked } = writeDown(session, traffic, moment, {
    mainFrame: frameTree.frame.id,
    stop() {
      void session.send('Network.setBlockedURLs', { urls: ['*'] }).catch(() => {});
      void session.send('Page.stopLoading').catch(() => {});
    },
  });
  const workers = watchWorkers(page, traffic, moment, asked);
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
        traffic.changedAt = began;
        const timer = setInterval(() => {
          const now = Date.now();
          const calm = underWay.size === 0 && !workers.areBusy() && now - traffic.changedAt >= quiet;
          if (!calm && now - began < most && !traffic.exceeded) return;
          clearInterval(timer);
          // What still hangs is not waited for again.
          underWay.clear();
          workers.keep();
          resolve();
        }, 25);
      }),
  };
}

export interface Account {
  /** Ids of requests that have not ended. */
  underWay: Set<string>;
  /** Addresses that were asked for. */
  asked: Set<string>;
}

interface AccountOf {
  /** Id of the frame whose documents are the page itself. */
  mainFrame: string | null;
  /** Hinders whatever it is from loading more. */
  stop(): void;
}

/** Writes into `traffic` what the browser tells of one page, or worker, from when its `Network` is enabled. */
export function writeDown(
  session: Pick<CDPSession, 'on'>,
  traffic: Traffic,
  moment: () => Moment,
  { mainFrame, stop }: AccountOf,
): Account {
  const underWay = new Set<string>();
  const asked = new Set<string>();
  const byId = new Map<string, SeenRequest>();
  const exceed = () => {
    traffic.exceeded = true;
    stop();
  };
  const keep = (seen: SeenRequest): boolean => {
    if (traffic.exceeded) return false;
    if (!keepRequest(traffic, seen)) exceed();
    else asked.add(seen.url);
    return !traffic.exceeded;
  };

  session.on('Network.requestWillBeSent', (event: RequestEvent) => {
    const seen = seenRequest(event, mainFrame, moment());
    if (!seen) return;
    traffic.changedAt = Date.now();
    if (!keep(seen)) return;
    byId.set(event.requestId, seen);
    // These stay open for as long as the page does; that the script of a worker has come is told to the worker alone.
    const endsHere = event.type !== 'EventSource' && event.type !== 'Ping' && event.loaderId !== '';
    if (endsHere) underWay.add(event.requestId);
  });
  session.on('Network.webSocketCreated', ({ url, initiator }) => {
    keep(openedSocket(url, initiator as Initiator | undefined, moment()));
  });
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const seen = byId.get(requestId);
    if (seen) seen.status = response.status;
  });
  session.on('Network.responseReceivedExtraInfo', ({ requestId, headers }) => {
    keepResponseCookies(traffic, setCookieLines(headers), byId.get(requestId)?.url ?? '');
  });
  session.on('Network.dataReceived', ({ dataLength, encodedDataLength }) => {
    traffic.bytes += Math.max(dataLength, encodedDataLength);
    if (traffic.bytes > LIMITS.bytes && !traffic.exceeded) exceed();
  });
  const over = ({ requestId }: { requestId: string }) => {
    traffic.changedAt = Date.now();
    underWay.delete(requestId);
  };
  session.on('Network.loadingFinished', over);
  session.on('Network.loadingFailed', over);
  return { underWay, asked };
}
