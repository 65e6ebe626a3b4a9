/**
 * Serves what Vercel's adapter has built as Vercel would: `node vercel-host.mjs <folder with .vercel> <port>`. Routes with
 * edge middleware go through that, which asks this server for `/_render`.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';

const [root, port] = process.argv.slice(2);
const output = new URL('.vercel/output/', pathToFileURL(`${root}/`));
const { routes } = JSON.parse(await readFile(new URL('config.json', output), 'utf8'));

async function load(name) {
  const folder = new URL(`functions/${name}.func/`, output);
  if (!existsSync(folder)) return null;
  const { handler, entrypoint } = JSON.parse(await readFile(new URL('.vc-config.json', folder), 'utf8'));
  return (await import(new URL(handler ?? entrypoint, folder).href)).default;
}

const [render, middleware] = [await load('_render'), await load('_middleware')];

async function answer(request) {
  const { pathname } = new URL(request.url);
  if (pathname === '/_render') return render.fetch(request);
  const { dest, status } = routes.find(({ src, dest }) => dest && new RegExp(src).test(pathname)) ?? {};
  if (dest === '_middleware') return middleware(request, { waitUntil() {} });
  const response = await render.fetch(request);
  return status ? new Response(response.body, { status, headers: response.headers }) : response;
}

createServer(async (incoming, outgoing) => {
  const { method, headers, url } = incoming;
  const body = method === 'POST' ? { body: incoming, duplex: 'half' } : {};
  // Node's own fetch names them by itself.
  for (const name of ['connection', 'transfer-encoding', 'keep-alive']) delete headers[name];
  try {
    const response = await answer(
      new Request(`http://127.0.0.1:${port}${url}`, { method, headers, ...body, redirect: 'manual' }),
    );
    outgoing.writeHead(response.status, [...response.headers].flat());
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  } catch (error) {
    console.error(error);
    outgoing.writeHead(500).end(String(error));
  }
}).listen(Number(port), '127.0.0.1', () => console.log('ready in time'));
