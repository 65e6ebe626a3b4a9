import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { selfSigned } from './certificate';
import { pageHtml, type SiteParts } from './pages';

/** A web of its own: every host leads to it, and each host that it has a site for answers with that. */
export interface TestWeb {
  /** What `--host-map` takes. */
  hostMap: { host: string; address: string }[];
  /** Answers at `https://<host>/` with this site; anything else is a third party. */
  serve(host: string, parts: SiteParts): void;
  /** Requests so far, as `host path`. */
  requested(): readonly string[];
  stop(): Promise<void>;
}

const ONE_POINT_GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

const sitemap = (host: string, paths: readonly string[]) =>
  `<urlset>${paths.map((path) => `<url><loc>https://${host}${path}</loc></url>`).join('')}</urlset>`;

export async function startWeb(): Promise<TestWeb> {
  const sites = new Map<string, SiteParts>();
  const requests: string[] = [];
  const server: Server = createServer(await selfSigned(), (request, response) => {
    const host = request.headers.host ?? '';
    const { pathname, searchParams } = new URL(request.url ?? '/', `https://${host}`);
    requests.push(`${host} ${pathname}`);
    const parts = sites.get(host);
    const authorization = `Basic ${Buffer.from(parts?.credentials ?? '').toString('base64')}`;
    if (parts?.credentials && request.headers.authorization !== authorization)
      return response.writeHead(401, { 'www-authenticate': 'Basic realm="staging"' }).end();
    if (parts?.movedTo) return response.writeHead(301, { location: parts.movedTo }).end();
    if (parts && pathname === '/_consent/records') {
      request.resume();
      return response.writeHead(typeof parts.records === 'number' ? parts.records : 201).end('{}');
    }
    if (parts?.pages && pathname === '/sitemap.xml')
      return response.writeHead(200, { 'content-type': 'text/xml' }).end(sitemap(host, parts.pages));
    const script = parts?.scripts?.[pathname];
    if (script !== undefined)
      return response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    const other = parts?.others?.[pathname];
    if (other !== undefined) return response.writeHead(200, { 'content-type': 'text/html' }).end(other);
    if (parts) {
      const found = pathname === '/' || pathname === '/privacy' || parts.pages?.includes(pathname);
      return response
        .writeHead(found ? 200 : 404, { 'content-type': 'text/html', ...parts.headers })
        .end(found ? pageHtml(parts) : 'not found');
    }
    if (pathname === '/to')
      return response
        .writeHead(302, { location: decodeURIComponent(request.url?.split('?')[1] ?? '') })
        .end();
    const cookie = searchParams.get('cookie');
    const headers = cookie
      ? { 'set-cookie': `${cookie}=1; Path=/; SameSite=None; Secure; Max-Age=3600` }
      : undefined;
    if (pathname.endsWith('.js')) {
      const stored = searchParams.get('stores');
      const age = searchParams.get('age') ?? '3600';
      const sets = stored ? `document.cookie = '${stored}=1; Path=/; Max-Age=${age}';` : '';
      return response.writeHead(200, { 'content-type': 'text/javascript', ...headers }).end(sets);
    }
    if (pathname === '/frame')
      return response.writeHead(200, { 'content-type': 'text/html', ...headers }).end('<p>Frame</p>');
    response.writeHead(200, { 'content-type': 'image/gif', ...headers }).end(ONE_POINT_GIF);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    hostMap: [{ host: '*', address: `127.0.0.1:${port}` }],
    serve: (host, parts) => void sites.set(host, parts),
    requested: () => requests,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
