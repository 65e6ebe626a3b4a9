/**
 * A site without a framework: what an adapter of `@permesso/consent-core/site` has to do, and nothing else. `/` is rendered for each
 * visitor; `/tag.html` is a static file that has consent by a script tag alone.
 */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { createSite, type RequestFacts } from '@permesso/consent-core/site';
import { base, pageFile } from './page-files.ts';

/** Where the demo has them. */
const CMS = 'http://127.0.0.1:1337';
const VENDORS = 'http://127.0.0.1:4400';

const { PORT = '4322', CONSENT_CMS_URL: cms = CMS, VENDORS_URL: vendors = VENDORS } = process.env;
/** The same CMS as browsers find it. */
const { PUBLIC_CMS_URL: publicCms = cms } = process.env;

const site = createSite({ cms, files: base });

async function answer(request: Request, facts: RequestFacts): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const own = await site.handle(request, facts);
  if (own) return own;
  const file = pageFile(pathname);
  if (file) return file;
  if (pathname === '/tag.html')
    return html(addressed(readFileSync(new URL('tag.html', import.meta.url), 'utf8')));
  if (pathname !== '/' && pathname !== '/_consent/preferences') return new Response(null, { status: 404 });

  const visit = await site.visit(request, facts);
  if (pathname === '/') {
    const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    ${visit.head}
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>A site without a framework</title>
    <link rel="stylesheet" href="${base}styles/manage.css">
  </head>
  <body>
    ${visit.banner}
    <main>
      <h1>A site without a framework</h1>
      <p>Analytics ${visit.has('analytics') ? 'are' : 'are not'} granted, says the server.</p>
      <script type="text/plain" data-consent-category="analytics" data-consent-src="${VENDORS}/sdk.js"></script>
      <iframe title="Map" data-consent-category="marketing" data-consent-src="${VENDORS}/embed"></iframe>
    </main>
    <footer>${visit.manage}</footer>
    ${visit.preferences}
  </body>
</html>`;
    return html(addressed(page), visit.headers);
  }
  // For visitors without JavaScript. Who goes back to it must not find choices that are withdrawn since.
  const form = visit.preferencesPage(searchParams.get('return'), true);
  return html(
    `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    ${visit.head}
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>Privacy choices</title>
    <link rel="stylesheet" href="${base}styles/preferences-page.css">
  </head>
  <body><main>${form}</main></body>
</html>`,
    { ...visit.headers, 'cache-control': 'private, no-store' },
  );
}

/** The pages name CMS and third parties of the demo; another run may have them elsewhere. */
const addressed = (page: string) => page.replaceAll(CMS, publicCms).replaceAll(VENDORS, vendors);

const html = (text: string, headers: Record<string, string> = {}) =>
  new Response(text, { headers: { 'content-type': 'text/html; charset=utf-8', ...headers } });

function toRequest(incoming: IncomingMessage): Request {
  const { method = 'GET', url = '/', headers } = incoming;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(new URL(url, `http://${headers.host}`), {
    method,
    headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
    ...(hasBody && { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' }),
  });
}

async function send(outgoing: ServerResponse, response: Response): Promise<void> {
  outgoing.statusCode = response.status;
  outgoing.setHeaders(response.headers);
  outgoing.end(Buffer.from(await response.arrayBuffer()));
}

const server = createServer(async (incoming, outgoing) => {
  try {
    const facts = { locale: 'en', address: incoming.socket.remoteAddress ?? null };
    await send(outgoing, await answer(toRequest(incoming), facts));
  } catch (error) {
    console.error(error);
    outgoing.writeHead(500).end();
  }
});
server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(
    `A site without a framework is listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  );
});
