/** What shared workers ask the network for: they are of no page, so that the browser itself is asked for them. */
import { EventEmitter, once } from 'node:events';
import type { CDPSession, Page } from 'playwright-core';
import { LIMITS } from '../limits';
import { safeAddress } from '../safe-text';
import { within } from '../within';
import { writeDown } from './network-watch';
import { isOfOneSite } from './request-events';
import { keepRequest, type Moment, type Traffic } from './traffic';
import { toldTexts } from './untrusted-answers';

/** Runs in the worker, which has begun before anybody could listen to it: its own account of what it has loaded since. */
const LOADED = `performance.getEntriesByType('resource').map(({ name }) => name)`;

/** Milliseconds that a worker may take to answer. */
const ANSWER_WITHIN = 2_000;

export interface SharedWorkersWatch {
  /** Keeps what workers had asked for before they were listened to, once it has come. */
  keep(): Promise<void>;
}

/**
 * Begins to write into `traffic` what the shared workers of a page's profile do.
 *
 * @param missed hears the address of one that was gone before it could be looked into.
 */
export async function watchSharedWorkers(
  page: Page,
  traffic: Traffic,
  moment: () => Moment,
  missed: (address: string) => void,
): Promise<SharedWorkersWatch> {
  const context = page.context();
  const workers = new Map<string, Worker>();
  const keep = async () => {
    await Promise.all([...workers.values()].map((worker) => within(ANSWER_WITHIN, worker.keep(), undefined)));
  };
  const session = await context.browser()?.newBrowserCDPSession();
  if (!session) return { keep };
  context.once('close', () => void session.detach().catch(() => {}));
  const ofPage = await context.newCDPSession(page);
  const { targetInfo: own } = await ofPage.send('Target.getTargetInfo');

  let begun = 0;
  session.on('Target.targetCreated', ({ targetInfo: { type, browserContextId, targetId, url } }) => {
    if (type !== 'shared_worker' || browserContextId !== own.browserContextId) return;
    traffic.exceeded ||= ++begun > LIMITS.sharedWorkers;
    if (traffic.exceeded) return;
    void session.send('Target.attachToTarget', { targetId, flatten: false }).then(
      ({ sessionId }) => workers.set(sessionId, listenTo(session, sessionId, { url, traffic, moment })),
      () => missed(url),
    );
  });
  session.on('Target.receivedMessageFromTarget', ({ sessionId, message }) =>
    workers.get(sessionId)?.hear(JSON.parse(message)),
  );
  session.on('Target.detachedFromTarget', ({ sessionId }) => void workers.delete(sessionId));
  await session.send('Target.setDiscoverTargets', { discover: true });
  return { keep };
}

interface Message {
  id?: number;
  method?: string;
  params?: unknown;
  result?: { result?: { value?: unknown } };
}

interface Worker extends SharedWorkersWatch {
  hear(message: Message): void;
}

interface WorkerTraits {
  url: string;
  traffic: Traffic;
  moment: () => Moment;
}

function listenTo(session: CDPSession, sessionId: string, { url, traffic, moment }: WorkerTraits): Worker {
  const events = new EventEmitter();
  const { asked } = writeDown(events as unknown as Pick<CDPSession, 'on'>, traffic, moment, {
    mainFrame: null,
    stop() {},
  });
  const answers = new EventEmitter();
  let messages = 0;
  const ask = async (method: string, params: object = {}): Promise<Message> => {
    const id = ++messages;
    const answer = once(answers, String(id));
    const message = JSON.stringify({ id, method, params });
    await session.send('Target.sendMessageToTarget', { sessionId, message });
    return (await answer)[0];
  };
  const keep = async () => {
    const { result } = await ask('Runtime.evaluate', { expression: LOADED, returnByValue: true });
    const loaded = toldTexts(result?.result?.value, LIMITS.requests, LIMITS.addressLength);
    for (const address of new Set(loaded.map(safeAddress))) {
      if (asked.has(address) || traffic.exceeded) continue;
      asked.add(address);
      keepLoadedBefore(address, url, traffic, moment());
    }
  };
  void ask('Network.enable').catch(() => {});
  void keep().catch(() => {});
  return {
    keep,
    hear({ id, method, ...rest }) {
      if (method) events.emit(method, rest.params);
      else answers.emit(String(id), rest);
    },
  };
}

function keepLoadedBefore(url: string, worker: string, traffic: Traffic, moment: Moment): void {
  if (!/^https?:/.test(url) || !URL.canParse(url)) return;
  const { hostname } = new URL(url);
  keepRequest(traffic, {
    ...moment,
    url: safeAddress(url),
    host: hostname,
    kind: 'other',
    method: '',
    sameSite: URL.canParse(moment.page) && isOfOneSite(hostname, new URL(moment.page).hostname),
    navigation: false,
    at: Date.now(),
    origin: { by: 'worker', address: safeAddress(worker), stack: [] },
    status: null,
  });
}
