import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findNginx } from '../../../playground/run/nginx.ts';
import { freePort, type Served } from './harness.ts';

/** Why these tests are skipped, or false: a machine without nginx cannot run them. CI installs it. */
export const noNginx = findNginx() ? false : 'no nginx here';

/** Runs an nginx with what stands in its block `http`, until it is stopped. */
async function runNginx(
  http: (dir: string, port: number) => string,
): Promise<{ port: number; stop(): Promise<void> }> {
  const dir = await mkdtemp(`${tmpdir()}/nginx-`);
  const port = await freePort();
  const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${dir}/${name};`)
    .join(' ');
  const config = `daemon off; master_process off; pid ${dir}/pid; error_log stderr; events {}
    http { access_log off; ${own} ${http(dir, port)} }`;
  await writeFile(`${dir}/nginx.conf`, config);
  const child = spawn(findNginx()!, ['-p', dir, '-e', 'stderr', '-c', `${dir}/nginx.conf`], {
    stdio: 'ignore',
  });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  while (!(await isListening(port))) await setTimeout(20);
  return {
    port,
    async stop() {
      child.kill();
      await gone;
      await rm(dir, { recursive: true, force: true });
    },
  };
}

const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

/** An nginx in front of a site that ends TLS for a host, with the headers that the README asks for. */
export async function proxyTls(site: string, host: string): Promise<Served> {
  const pair = await mkdtemp(`${tmpdir()}/tls-`);
  const [key, cert] = [`${pair}/key.pem`, `${pair}/cert.pem`];
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'],
    ...['-subj', `/CN=${host}`, '-keyout', key, '-out', cert],
  ]);
  const { port, stop } = await runNginx(
    (_, at) => `server {
      listen 127.0.0.1:${at} ssl; ssl_certificate ${cert}; ssl_certificate_key ${key};
      location / {
        proxy_pass ${site};
        proxy_set_header Host $host;
        proxy_set_header X-Forwarded-Proto $scheme;
        proxy_set_header X-Forwarded-For $remote_addr;
      }
    }`,
  );
  return {
    url: `https://127.0.0.1:${port}`,
    async stop() {
      await stop();
      await rm(pair, { recursive: true, force: true });
    },
  };
}

/**
 * An nginx that keeps what a site sends for all who ask, by the lines of `docs/caching.md`: `x-cache` says whether an answer came
 * from there. It does not go by `Vary`, as several CDNs do not.
 *
 * @param prerendered a pattern of the paths of pages that were made at build
 * @param byModel whether it names the consent model of the visitor's country, and keeps pages by it
 */
export async function cacheInFront(site: string, prerendered: string, byModel = false): Promise<Served> {
  const { path, preview, headers, location, map, model, key } = await documentedCache();
  const { port, stop } = await runNginx((dir, at) => {
    const kept = (byModel ? location.replace(/proxy_cache_key [^;]+;/, key) : location).replace(
      'http://127.0.0.1:4321',
      site,
    );
    return `
    ${path.replace('/var/cache/nginx/pages', `${dir}/cache`)}
    ${preview}
    ${map.replace('}', 'ZZ none; }')}
    server {
      listen 127.0.0.1:${at};
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      ${headers.replace('$host;', '$host:$server_port;')}
      ${byModel ? model : ''}
      proxy_ignore_headers Vary;
      add_header x-cache $upstream_cache_status always;
      location / { ${kept} }
      location ~ ${prerendered} { ${kept} proxy_ignore_headers Vary Cache-Control; }
    }`;
  });
  return { url: `http://127.0.0.1:${port}`, stop };
}

/** The lines of the documentation: of a cache, and of one that keeps pages by their model. */
async function documentedCache() {
  const text = await readFile(new URL('../../../docs/caching.md', import.meta.url), 'utf8');
  const [cache, byModel] = Array.from(text.matchAll(/```nginx\n(.*?)```/gs), ([, lines]) => lines!);
  const line = (lines: string, pattern: RegExp) => {
    const [, found] = pattern.exec(lines) ?? [];
    if (!found) throw new Error(`docs/caching.md has no ${pattern} for nginx`);
    return found;
  };
  return {
    path: line(cache!, /^(proxy_cache_path .*;)$/m),
    preview: line(cache!, /^(map .*\})$/m),
    headers: line(cache!, /((?:^ {2}proxy_set_header .*;\n){3})/m),
    location: line(cache!, /location \/ \{(.*?)\}/s),
    map: line(byModel!, /^(map .*\})$/m),
    model: line(byModel!, /^(proxy_set_header .*;)$/m),
    key: line(byModel!, /^(proxy_cache_key .*;)$/m),
  };
}

/** Sends a form through it, from an address of this machine, as the browser of a visitor of `origin` does. */
export function postForm(
  proxy: string,
  path: string,
  form: Record<string, string>,
  { origin, from }: { origin: string; from: string },
): Promise<{ status: number; cookie: string | undefined }> {
  return new Promise((resolve, reject) => {
    const options = {
      method: 'POST',
      localAddress: from,
      // Its certificate is signed by nobody.
      rejectUnauthorized: false,
      headers: {
        host: new URL(origin).host,
        origin,
        'content-type': 'application/x-www-form-urlencoded',
        // What a visitor says of it is not believed.
        'x-forwarded-for': '192.0.2.1',
      },
    };
    const sent = request(proxy + path, options, (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode!, cookie: answer.headers['set-cookie']?.[0] });
    });
    sent.on('error', reject);
    sent.end(new URLSearchParams(form).toString());
  });
}
