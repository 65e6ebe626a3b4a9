import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { answerAs, VENDORS_HOST } from '../page/hosts.ts';

export interface Served {
  url: string;
  stop(): Promise<void>;
}

/** Addresses of servers of this worker: no build may depend on where they happen to listen. */
const addresses = new Set<string>();
export const isServed = (url: string | undefined): boolean => url !== undefined && addresses.has(url);

/** An HTTP server on a free port of this machine. */
export async function serve(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Served> {
  const server: Server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  addresses.add(url);
  return {
    url,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  const taken = await serve(() => {});
  await taken.stop();
  return Number(new URL(taken.url).port);
}

export interface Vendors extends Served {
  /** How often each path was asked for. */
  hits: Record<string, number>;
}

/**
 * Third parties that count every hit of this worker's browser, under the name that all builds have for them; their
 * scripts leave a cookie and an entry in `window.ran`.
 */
export async function serveVendors(): Promise<Vendors> {
  const hits: Record<string, number> = {};
  const leave = answerAs(VENDORS_HOST, (request, response) => {
    const path = request.url ?? '/';
    hits[path] = (hits[path] ?? 0) + 1;
    response.setHeader('content-type', path.endsWith('.js') ? 'text/javascript' : 'text/html');
    response.end(`(window.ran ??= []).push(${JSON.stringify(path)}); document.cookie = '_st_id=1; path=/';`);
  });
  return { url: `http://${VENDORS_HOST}`, hits, stop: async () => leave() };
}

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** The files of a static build. */
export function serveFolder(root: string): Promise<Served> {
  return serve(async (request, response) => {
    const path = (request.url ?? '/').split('?')[0]!;
    const file = path.endsWith('/') ? `${path}index.html` : path;
    try {
      const body = await readFile(root + file);
      response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'text/plain' }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
}

/**
 * Serves what another site does, with one of its pages as somebody else may write it. A page that Playwright hands out
 * instead came from no address, and the browser keeps it from asking this machine.
 */
export const serveRewritten = (
  origin: string,
  page: string,
  rewrite: (html: string) => string,
): Promise<Served> =>
  serve(async ({ url = '/' }, response) => {
    const answer = await fetch(origin + url);
    const text = await answer.text();
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? 'text/plain',
    });
    response.end(url === page ? rewrite(text) : text);
  });
