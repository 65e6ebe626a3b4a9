/** The page that is measured with each consent manager on it, set up as its README says, all from this machine. */
import { readFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

const require = createRequire(import.meta.url);
const own = (name: string) => path.resolve(import.meta.dirname, '../page', name);

export interface Contender {
  name: string;
  /** Of its front page, with a slash at the end; other pages are found below it. */
  url: string;
  /** The banner, and the button in it that accepts. */
  banner: string;
  accept: string;
}

interface Setup extends Omit<Contender, 'url'> {
  /** What stands at the end of `<head>`, and of `<body>`. */
  head: string;
  body: string;
  /** Its files by their names on the page. */
  files: Record<string, string>;
}

const vanilla = path.dirname(require.resolve('vanilla-cookieconsent'));
const klaro = require.resolve('klaro/dist/klaro.js');
const osano = path.dirname(require.resolve('cookieconsent/build/cookieconsent.min.js'));

const setups: Setup[] = [
  {
    name: 'vanilla-cookieconsent 3.1.0',
    banner: '#cc-main .cm',
    accept: '#cc-main [data-role=all]',
    head: '<link rel="stylesheet" href="cookieconsent.css">',
    body: '<script type="module" src="cookieconsent-config.js"></script>',
    files: {
      'cookieconsent.css': `${vanilla}/cookieconsent.css`,
      'cookieconsent.esm.js': `${vanilla}/cookieconsent.esm.js`,
      'cookieconsent-config.js': own('cookieconsent-config.js'),
    },
  },
  {
    name: 'klaro 0.7.22',
    banner: '#klaro .cookie-notice',
    accept: '#klaro .cm-btn-success',
    head: '<script defer src="config.js"></script><script defer src="klaro.js"></script>',
    body: '',
    files: { 'config.js': own('klaro-config.js'), 'klaro.js': klaro },
  },
  {
    name: 'Osano cookieconsent 3.1.1',
    banner: '.cc-window',
    accept: '.cc-window .cc-allow',
    head: '<link rel="stylesheet" href="cookieconsent.min.css">',
    body: '<script src="cookieconsent.min.js"></script><script src="config.js"></script>',
    files: {
      'cookieconsent.min.css': `${osano}/cookieconsent.min.css`,
      'cookieconsent.min.js': `${osano}/cookieconsent.min.js`,
      'config.js': own('osano-config.js'),
    },
  },
];

/** c15t needs a bundler: its app, and its styles, as Vite builds them. */
async function c15tSetup(outDir: string): Promise<Setup> {
  await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic' } },
    build: {
      outDir,
      rolldownOptions: {
        input: own('c15t.jsx'),
        output: { entryFileNames: 'c15t.js', assetFileNames: 'c15t[extname]' },
      },
    },
  });
  return {
    name: 'c15t React 2.2.1',
    banner: '[data-testid=consent-banner-root]',
    accept: '[data-testid=consent-banner-accept-button]',
    head: '<link rel="stylesheet" href="c15t.css"><script type="module" src="c15t.js"></script>',
    body: '<div id="consent"></div>',
    files: { 'c15t.js': `${outDir}/c15t.js`, 'c15t.css': `${outDir}/c15t.css` },
  };
}

const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' };

/**
 * Serves pages by themselves, and with each contender below a path of its own; compressed, as all are that are compared
 * with them, so that nobody's page comes in other pieces.
 *
 * @param pages HTML by name; the empty one is that of `/`
 * @param outDir where what has to be built is put
 */
export async function serveContenders(pages: Record<string, string>, outDir: string) {
  const all = [...setups, await c15tSetup(outDir)];
  const server = createServer(async (request, response) => {
    const parts = (request.url ?? '').slice(1).split('/');
    const name = parts.at(-1)!;
    const setup = parts.length > 1 ? all[Number(parts[0])] : undefined;
    const file = setup?.files[name];
    const html = pages[name];
    if (file) send(response, await readFile(file), TYPES[path.extname(name)]!);
    else if (html !== undefined) send(response, withSetup(html, setup), 'text/html');
    else response.writeHead(404).end();
  });
  const { url, stop } = await listening(server);
  const contenders: Contender[] = all.map(({ name, banner, accept }, at) => {
    return { name, banner, accept, url: `${url}/${at}/` };
  });
  return { url: `${url}/`, contenders, stop };
}

async function listening(server: Server) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url, stop };
}

/** Passes a site of another server on, compressed like the contenders' pages. */
export async function serveCompressed(site: string) {
  const server = createServer(async (request, response) => {
    const { method = 'GET', headers } = request;
    const answer = await fetch(site + request.url, {
      method,
      headers: { 'content-type': headers['content-type'] ?? '', cookie: headers.cookie ?? '' },
      body: method === 'POST' ? await buffer(request) : undefined,
    });
    const body = Buffer.from(await answer.arrayBuffer());
    send(response, body, answer.headers.get('content-type') ?? 'text/plain', answer.status);
  });
  const { url, stop } = await listening(server);
  return { url: `${url}/`, stop };
}

function withSetup(html: string, setup?: Setup): string {
  if (!setup) return html;
  return html
    .replace('</head>', () => `${setup.head}</head>`)
    .replace('</body>', () => `${setup.body}</body>`);
}

function send(response: ServerResponse, body: string | Buffer, type: string, status = 200): void {
  const typed = type.includes('charset') ? type : `${type}; charset=utf-8`;
  response.writeHead(status, { 'content-type': typed, 'content-encoding': 'gzip' });
  response.end(gzipSync(body));
}
