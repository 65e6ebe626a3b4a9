/** Reads the browser's own account of a request (Chrome DevTools Protocol). */
import { LIMITS } from '../limits';
import { safeAddress, safeText } from '../safe-text';
import type { Origin, SeenRequest } from './observations';
import type { Moment } from './traffic';

/** The part of the browser's account of a request that is read here. */
export interface RequestEvent {
  requestId: string;
  /** Empty where a worker asks, or is asked for. */
  loaderId: string;
  frameId?: string;
  wallTime: number;
  type?: string;
  redirectResponse?: { url: string };
  request: { url: string; method: string; isSameSite?: boolean };
  initiator: Initiator;
}
export interface Initiator {
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

export function seenRequest(
  event: RequestEvent,
  mainFrame: string | null,
  moment: Moment,
): SeenRequest | null {
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

export function openedSocket(url: string, initiator: Initiator | undefined, moment: Moment): SeenRequest {
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
export function setCookieLines(headers: Record<string, string>): string[] {
  const name = Object.keys(headers).find((key) => key.toLowerCase() === 'set-cookie');
  return name ? (headers[name] ?? '').split('\n') : [];
}
