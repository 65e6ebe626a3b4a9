/** What a visit sees of the network, whoever tells of it. */
import { LIMITS } from '../limits';
import { safeText } from '../safe-text';
import type { Decision, SeenRequest } from './observations';

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

/** Remembers which response set cookies of these lines (`Set-Cookie`). */
export function keepResponseCookies({ responseCookies }: Traffic, lines: string[], address: string): void {
  for (const line of lines) {
    const name = line.split('=')[0]?.trim();
    if (name && responseCookies.size < LIMITS.entries) responseCookies.set(safeText(name), address);
  }
}

/** What is written with everything that is seen. */
export interface Moment {
  page: string;
  decision: Decision;
  /** Set where the tab stands for a page that the open one has the browser prepare. */
  prerendered?: string;
}
