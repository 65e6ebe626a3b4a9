import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { findNginx } from '../../../playground/run/nginx.ts';
import { freePort, type Served } from './harness.ts';

/** Why these tests are skipped, or false: a machine without nginx cannot run them. CI installs it. */
export const noNginx = findNginx() ? false : 'no nginx here';

/** An nginx in front of a site that ends TLS for a host, with the headers that the README asks for. */
export async function proxyTls(site: string, host: string): Promise<Served> {
  const dir = await mkdtemp(`${tmpdir()}/nginx-`);
  const port = await freePort();
  const [key, cert] = [`${dir}/key.pem`, `${dir}/cert.pem`];
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'],
    ...['-subj', `/CN=${host}`, '-keyout', key, '-out', cert],
  ]);
  const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${dir}/${name};`)
    .join(' ');
  const config = `daemon off; master_process off; pid ${dir}/pid; error_log stderr; events {}
    http { access_log off; ${own} server {
      listen 127.0.0.1:${port} ssl; ssl_certificate ${cert}; ssl_certificate_key ${key};
      location / {
        proxy_pass ${site};
        proxy_set_header Host $host;
        proxy_set_header X-Forwarded-Proto $scheme;
        proxy_set_header X-Forwarded-For $remote_addr;
      }
    } }`;
  await writeFile(`${dir}/nginx.conf`, config);
  const child = spawn(findNginx()!, ['-p', dir, '-e', 'stderr', '-c', `${dir}/nginx.conf`], {
    stdio: 'ignore',
  });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  return {
    url: `https://127.0.0.1:${port}`,
    async stop() {
      child.kill();
      await gone;
      await rm(dir, { recursive: true, force: true });
    },
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
