/** What a visitor waits while a server does something else: a steady stream of requests, not as many as there may be. */
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** Requests before the first that is counted: they compile and fill caches. */
const WARM = 500;
/** Milliseconds from one request to the next. */
const EVERY = 10;
/** Connections, and for how many milliseconds one may be left unused: a server closes it after five seconds. */
const MOST_SOCKETS = 16;
const UNUSED = 2000;

export interface SteadyRequest {
  url: string;
  status: number;
  headers?: Record<string, string>;
  /** Milliseconds from one request to the next; 10 by default. */
  every?: number;
  /** A body of its own for each request, which is a POST then. */
  body?: () => unknown;
}

/** Milliseconds of each of a steady stream of requests until `end`. */
export async function steadyTimes(asked: SteadyRequest, end: Promise<unknown>): Promise<number[]> {
  const { every = EVERY } = asked;
  // In turn, so that none is left unused until the server closes it.
  const maxSockets = Math.min(MOST_SOCKETS, Math.ceil(UNUSED / every));
  const agent = new Agent({ keepAlive: true, scheduling: 'fifo', maxSockets });
  for (let warm = 0; warm < WARM; warm++) await timeOf(asked, agent);
  const times: number[] = [];
  const sent: Promise<unknown>[] = [];
  let over = false;
  const stop = () => {
    over = true;
  };
  end.then(stop, stop);
  for (const started = performance.now(); !over; ) {
    sent.push(timeOf(asked, agent).then((ms) => times.push(ms)));
    await pause(Math.max(0, started + sent.length * every - performance.now()));
  }
  await Promise.all(sent);
  agent.destroy();
  return times;
}

export const p99 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!;

/** Milliseconds from asking to the last byte. */
function timeOf({ url, status, body, headers }: SteadyRequest, agent: Agent): Promise<number> {
  const started = performance.now();
  const method = body ? 'POST' : 'GET';
  const all = { ...headers, ...(body && { 'content-type': 'application/json' }) };
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method, headers: all }, (response) => {
      if (response.statusCode !== status) reject(new Error(`${url} answered ${response.statusCode}`));
      response.resume().on('end', () => resolve(performance.now() - started));
    });
    sent.on('error', reject).end(body && JSON.stringify(body()));
  });
}
