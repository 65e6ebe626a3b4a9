import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { type Browser, chromium } from 'playwright-core';
import { chromiumOptions, findChromium, headlessOptions } from '../../../playground/run/chromium.ts';

/** Why these tests are skipped, or false: a machine without Chromium cannot run them. */
export const noBrowser = findChromium() ? false : 'no Chromium here (set CHROMIUM to the path of one)';

/** A name with parents, for cookies of parent domains. */
const HOSTS = '--host-resolver-rules=MAP *.example.com 127.0.0.1';

export const launch = (): Promise<Browser> => chromium.launch(headlessOptions(HOSTS));

/** With the back/forward cache, which only a browser with windows has, and which Playwright switches off. */
export const launchWithPageCache = (): Promise<Browser> =>
  chromium.launch({ ...chromiumOptions(HOSTS), ignoreDefaultArgs: ['--disable-back-forward-cache'] });

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

export interface Site {
  /** `http://localhost` and a port: a secure context. */
  origin: string;
  /** Requests that were received, as `METHOD /path`, with the body of a POST. */
  hits: { url: string; body: string }[];
  /** Pages and scripts by path; a page's core is `window.core`. */
  files: Map<string, string | Answer>;
  close(): Promise<void>;
}

/** A page whose head holds the core; `script` runs at the end of its body. */
export const page = (script: string, body = '') =>
  `<!doctype html><html lang="en"><head><title>t</title><script src="/core.js"></script></head><body>${body}` +
  `<script>${script}</script></body></html>`;

/** Serves the bundled core and whatever a test puts into `files`, on a free port. */
export async function serve(): Promise<Site> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../../src/index.ts', import.meta.url))],
    bundle: true,
    format: 'iife',
    globalName: 'core',
    write: false,
  });
  const hits: Site['hits'] = [];
  const files: Site['files'] = new Map([['/core.js', outputFiles[0]!.text]]);
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const path = request.url!.split('?')[0]!;
    hits.push({ url: `${request.method} ${request.url}`, body });
    const file = files.get(path);
    if (typeof file === 'function') return file(request, response, body);
    const type = path.endsWith('.js') ? 'text/javascript' : 'text/html';
    response.writeHead(file === undefined ? 404 : 200, { 'content-type': type }).end(file ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    hits,
    files,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
