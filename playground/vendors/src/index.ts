import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { thirdPartyAnswers } from './third-parties.ts';

export type { ThirdPartyAnswer } from './answers.ts';
export { answerOfVendor } from './known-vendors.ts';

/** Hits by path since the start or the last reset. */
export type VendorHits = Readonly<Record<string, number>>;

export interface Vendors {
  /** Their origin, for example `http://127.0.0.1:4400`. */
  readonly origin: string;
  /** What was requested so far; `GET /hits` answers the same. */
  hits(): VendorHits;
  /** Sets every counter to zero; `POST /reset` does the same. */
  reset(): void;
  /** Closes the server and every connection that still hangs. */
  stop(): Promise<void>;
}

export interface VendorsOptions {
  /** 0 takes any free port. */
  port?: number;
  host?: string;
}

const ANY_ORIGIN = { 'access-control-allow-origin': '*', 'cache-control': 'no-store' } as const;

/** What asks about the counters is not itself a hit. */
const CONTROL_PATHS = new Set(['/', '/hits', '/reset', '/favicon.ico']);

function control(
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
  hits: Map<string, number>,
) {
  if (path === '/hits' || path === '/') {
    response.writeHead(200, { ...ANY_ORIGIN, 'content-type': 'application/json' });
    response.end(`${JSON.stringify(Object.fromEntries(hits))}\n`);
  } else if (path === '/reset' && request.method === 'POST') {
    hits.clear();
    response.writeHead(204, ANY_ORIGIN).end();
  } else {
    response.writeHead(path === '/reset' ? 405 : 404, ANY_ORIGIN).end();
  }
}

/**
 * Starts the fake third parties on an origin of their own, counting every hit.
 *
 * @throws the server's error, for example `EADDRINUSE`, when the port cannot be taken.
 */
export async function startVendors({
  port = 4400,
  host = '127.0.0.1',
}: VendorsOptions = {}): Promise<Vendors> {
  const hits = new Map<string, number>();
  let answers: ReturnType<typeof thirdPartyAnswers> = {};

  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://vendors').pathname;
    if (CONTROL_PATHS.has(path)) return control(path, request, response, hits);
    hits.set(path, (hits.get(path) ?? 0) + 1);
    if (path === '/hang.js') return;
    const answer = answers[path];
    if (!answer) return response.writeHead(404, ANY_ORIGIN).end();
    // No caching: a browser that answers from its cache would hide a second load from the counters.
    response.writeHead(200, { ...ANY_ORIGIN, 'content-type': answer.contentType });
    response.end(answer.body);
  });

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const origin = `http://${host}:${(server.address() as AddressInfo).port}`;
  answers = thirdPartyAnswers(origin);

  return {
    origin,
    hits: () => Object.fromEntries(hits),
    reset: () => hits.clear(),
    stop: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}
