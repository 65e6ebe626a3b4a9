/** Sites that mean harm, or are broken: each would keep whoever looks at it busy, or have it say what the site wants. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { payloadOf, TRACKERS } from './declared';

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Markup, a script's end, an escape of terminals, a change of direction, and what XML cannot say. */
export const HOSTILE = `</style></title><img src=x onerror="document.title='taken'"><script>1</script>'"&\u001b[31m\u202e\u0085]]>\uffff`;
const IN_SCRIPT = JSON.stringify(HOSTILE).replaceAll('</', '<\\/');

const BANNER = `<section data-consent-banner style="position:fixed;inset:auto 0 0;background:#fff">
  <p>Coast Shop and 3 partners measure. You can withdraw at any time.</p>
  <button data-consent-action="reject-all">Reject all</button><button data-consent-action="accept-all">Accept all</button>
</section><script>
  document.addEventListener('click', ({ target }) => {
    if (target.dataset.consentAction) document.querySelector('[data-consent-banner]').hidden = true;
  });
</script><style>[hidden] { display: none !important }</style>`;

const page = (script: string, more = '') =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>Shop</title>${BANNER}${more}<script>${script}</script>`;
const answersWith =
  (html: string, headers: Record<string, string | string[]> = {}): Answer =>
  (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(html);
const withScript = (script: string) => answersWith(page(script));

/** A page that can be opened before it is busy. */
const BUSY = 'setTimeout(() => { for (;;) {} }, 50);';

/** Sends a chunk again and again, as fast as it is taken. */
function pour(response: ServerResponse, chunk: Buffer): void {
  const endless = function* () {
    for (;;) yield chunk;
  };
  void pipeline(Readable.from(endless()), response).catch(() => {});
}

export interface HostileSite {
  /** What it does, as a sentence that goes on from "a site that". */
  that: string;
  answer: Answer;
  /** Its first page cannot be opened: what the error says. */
  fails?: RegExp;
  /** What its findings have in them. */
  finds?: RegExp;
  /** What a visit notes. */
  notes?: RegExp;
  /** Its pages are looked for, too. */
  crawled?: boolean;
  /** Its page never ends to load. */
  endless?: true;
}

export const HOSTILE_SITES: readonly HostileSite[] = [
  {
    that: 'redirects for ever',
    answer: ({ url }, response) => response.writeHead(302, { location: `${url}1` }).end(),
    fails: /could not be opened.*ERR_TOO_MANY_REDIRECTS/,
  },
  {
    that: 'answers without end',
    endless: true,
    answer: (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).write(page(''));
      pour(response, Buffer.from(`<!--${'x'.repeat(64_000)}-->`));
    },
    notes: /loads more than a scan takes/,
  },
  {
    that: 'loads an image without end',
    endless: true,
    answer: ({ url }, response) => {
      if (url !== '/image')
        return answersWith(page('', '<img src="/image">'))({} as IncomingMessage, response);
      response.writeHead(200, { 'content-type': 'image/gif' });
      return pour(response, Buffer.alloc(64_000, 'GIF89a'));
    },
    notes: /loads more than a scan takes/,
  },
  {
    that: 'answers letter by letter',
    endless: true,
    answer: (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).write(page(''));
      const timer = setInterval(() => response.write('x'), 50);
      response.on('close', () => clearInterval(timer));
    },
  },
  { that: 'never answers', endless: true, answer: () => {}, fails: /could not be opened.*Timeout/ },
  {
    that: 'begins to answer and stops',
    endless: true,
    answer: (_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).write('<!doctype html>'),
  },
  {
    that: 'is busy for ever',
    endless: true,
    answer: withScript('for (;;) {}'),
    notes: /does not come to rest/,
  },
  { that: 'is busy a moment later', answer: withScript(BUSY), notes: /does not come to rest/ },
  {
    that: 'is busy once somebody clicks',
    answer: withScript(`document.addEventListener('click', () => { for (;;) {} }, true);`),
  },
  {
    that: 'asks in dialogs for ever',
    endless: true,
    answer: withScript(`for (;;) { alert(1); confirm(2); prompt(3); }`),
  },
  {
    that: 'asks again and again, also whether to leave',
    answer: withScript(
      `setInterval(() => { alert(1); confirm(2); }, 20); addEventListener('beforeunload', (event) => event.preventDefault());`,
    ),
  },
  {
    that: 'opens windows without end',
    answer: withScript(`setInterval(() => { for (let at = 0; at < 3; at++) open('about:blank'); }, 20);`),
    // Which of the two it is depends on how busy the machine is.
    notes: /opens windows|does not come to rest/,
  },
  {
    that: 'is a download',
    answer: answersWith('1', { 'content-disposition': 'attachment; filename="a.exe"' }),
    fails: /could not be opened/,
  },
  {
    that: 'starts downloads without end',
    answer: ({ url }, response) =>
      url === '/file'
        ? answersWith('1', { 'content-disposition': 'attachment; filename="../../a.exe"' })(
            {} as IncomingMessage,
            response,
          )
        : withScript(`setInterval(() => { location = '/file'; }, 100);`)({} as IncomingMessage, response),
  },
  {
    that: 'stores 100,000 entries',
    answer: answersWith(
      page(`
        for (let at = 0; at < 1e5; at++) {
          try { localStorage.setItem('entry' + at, '1'); sessionStorage.setItem('entry' + at, '1'); } catch {}
          if (at % 10 === 0) document.cookie = 'cookie' + at + '=1';
        }
        for (let at = 0; at < 500; at++) indexedDB.open('base' + at);`),
      { 'set-cookie': Array.from({ length: 1_000 }, (_, at) => `server${at}=1`) },
    ),
  },
  {
    that: 'asks the network without end',
    answer: ({ url }, response) =>
      url === '/'
        ? withScript(
            `setInterval(() => { for (let at = 0; at < 20; at++) fetch('/' + Math.random()); }, 50);`,
          )({} as IncomingMessage, response)
        : response.end(),
    notes: /loads more than a scan takes/,
  },
  {
    that: 'reloads itself for ever',
    answer: withScript('setTimeout(() => location.reload(), 50);'),
  },
  {
    that: 'has hundreds of frames',
    answer: ({ url }, response) =>
      answersWith(url === '/' ? page('', '<iframe src="/frame"></iframe>'.repeat(300)) : '<p>Frame</p>')(
        {} as IncomingMessage,
        response,
      ),
  },
  {
    that: 'tells the scanner without end',
    notes: /tells more than a scan hears/,
    answer: withScript(`
      const word = { kind: 'stored', storage: 'cookie', name: 'x'.repeat(1e4), stack: ['x'] };
      setInterval(() => { for (let at = 0; at < 20; at++) window.__permessoScan?.(word); }, 10);`),
  },
  {
    that: 'replaces what the browser is made of',
    answer: withScript(`
      localStorage.setItem('kept', '1');
      Array.prototype.toJSON = () => 'all';
      Object.prototype.toJSON = () => ({ length: 1e9 });
      JSON.stringify = () => '{"a":' ;
      JSON.parse = () => ({ config: { enabled: true, categories: 'none' }, source: null });
      Object.defineProperty = () => { throw new Error('no'); };
      Array.from = Object.entries = Object.keys = () => { throw new Error('no'); };
      Array.prototype.map = () => new Proxy([], { get: () => 'all' });
      Array.prototype.slice = function () { return this; };
      window.Promise = function () { for (;;) {} };
      window.Map = window.Set = window.Array = function () { return { length: -1 }; };
      window.fetch = () => new Promise(() => {});
      Node.prototype.contains = () => 'yes';`),
  },
  {
    that: 'says that it is of the product, and is not',
    answer: answersWith(
      page(
        '',
        `<script type="application/json" data-consent-config>{"config":{"enabled":true,"trackers":[1]},"base":1}</script>`,
      ),
    ),
  },
  {
    that: 'writes markup and controls wherever it can',
    finds: /<script>1<.*<img src=x/,
    answer: (request, response) => {
      const payload = payloadOf(TRACKERS.map((tracker) => ({ ...tracker, name: HOSTILE, vendor: HOSTILE })));
      const json = JSON.stringify(payload).replaceAll('<', '\\u003c');
      return answersWith(
        `<!doctype html><html lang='${HOSTILE.replaceAll("'", '')}'><meta charset="utf-8">
          <script type="application/json" data-consent-config>${json}</script>
          <meta property="og:site_name" content='${HOSTILE.replaceAll("'", '')}'><title>x</title>${BANNER}
          <script>
            const hostile = ${IN_SCRIPT};
            document.title = hostile;
            document.querySelector('[data-consent-banner] p').textContent = hostile;
            document.querySelector('[data-consent-banner]').append(Object.assign(document.createElement('a'), { href: '/' + hostile, textContent: hostile }));
            localStorage.setItem(hostile, hostile);
            sessionStorage.setItem(hostile, hostile);
            indexedDB.open(hostile);
            cookieStore.set('x' + hostile.replace(/[\\u0000-\\u001f;=]/g, ''), '1').catch(() => {});
            document.cookie = hostile + '=1';
            new Image().src = 'http://stats.example/' + hostile;
            const named = { [hostile]() { new Image().src = 'http://ads.example/' + encodeURIComponent(hostile); } };
            named[hostile]();
            history.replaceState(null, '', '/?' + hostile);
            //# sourceURL=http://shop.example/\u202e<b>.js
          </script>`,
        { 'set-cookie': '<b>=1' },
      )(request, response);
    },
  },
  {
    that: 'is written in a broken encoding',
    answer: (_, response) => {
      response.writeHead(200, {
        'content-type': 'text/html; charset=utf-16le',
        'set-cookie': Buffer.from('\xff\xfe=1').toString('latin1'),
      });
      response.end(
        Buffer.concat([
          Buffer.from('\ufeff<title>\ud800</title><p>', 'utf16le'),
          Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x00]),
        ]),
      );
    },
  },
  {
    that: 'says that it is compressed, and is not',
    endless: true,
    answer: answersWith('<p>plain</p>', { 'content-encoding': 'gzip' }),
  },
  {
    that: 'has a map of pages without end',
    crawled: true,
    answer: ({ url }, response) => {
      if (url === '/') return withScript('')({} as IncomingMessage, response);
      response.writeHead(200, { 'content-type': 'text/xml' }).write('<urlset>');
      return pour(response, Buffer.from('<loc>http://elsewhere.example/</loc>'.repeat(2_000)));
    },
  },
];

/** A site of three pages, of which the second is busy for ever. */
export const BUSY_IN_THE_MIDDLE: Answer = ({ url }, response) =>
  withScript(url === '/second' ? BUSY : `document.cookie = 'at${url?.slice(1)}=1';`)(
    {} as IncomingMessage,
    response,
  );

/** Serves each answer under a host of its own; anything else is an empty page. */
export async function serveHosts(answers: ReadonlyMap<string, Answer>) {
  const server = createServer((request, response) => {
    response.on('error', () => {});
    const answer = answers.get(request.headers.host ?? '');
    if (answer) answer(request, response);
    else response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    hostMap: [{ host: '*', address: `127.0.0.1:${port}` }],
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
