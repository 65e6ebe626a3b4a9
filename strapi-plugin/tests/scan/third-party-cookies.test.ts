import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium, findHeadlessChromium } from '../../../playground/run/chromium';
import { startBrowser } from '../../scan/visit/browser';

let server: Server;
/** The site is `localhost`, its third party `127.0.0.1`: two sites on one machine, of which both count as secure. */
const addressOf = (host: string) => `http://${host}:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/pixel') {
      response.setHeader('set-cookie', 'uid=1; Path=/; SameSite=None; Secure');
      response.writeHead(204).end();
    } else {
      response.setHeader('content-type', 'text/html');
      response.end(`<!doctype html><title>Site</title><img src="${addressOf('127.0.0.1')}/pixel" alt="">`);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server?.close());

describe.each([
  ['Chromium with windows', findChromium()],
  ['the headless Chromium', findHeadlessChromium()],
])('%s', (_name, executable) => {
  it.skipIf(!executable)('takes the cookies of third parties, as a visitor has it', async () => {
    const browser = await startBrowser({ executable: executable ?? undefined, hostMap: [] });
    try {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(addressOf('localhost'));
      expect((await context.cookies()).map(({ name, domain }) => `${name} of ${domain}`)).toEqual([
        'uid of 127.0.0.1',
      ]);
    } finally {
      await browser.close();
    }
  });
});
