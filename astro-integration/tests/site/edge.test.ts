import { mkdir, rm, writeFile } from 'node:fs/promises';
import { EdgeRuntime } from 'edge-runtime';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examplesIn } from '../../../playground/consumer/harness/readme.ts';
import { packageRoot } from './build.ts';
import { type FakeCms, serveCms } from './cms.ts';
import { buildSite, type Site, startSite } from './harness.ts';

const folder = `${packageRoot}tests/.tmp/edge-${process.pid}`;

/** The code that docs/caching.md prints under a file's name, as a bundler makes it for an edge: nothing of Node is there. */
async function printed(file: string, format: 'es' | 'iife'): Promise<string> {
  const example = examplesIn('docs/caching.md').find((one) => one.file === file);
  if (!example) throw new Error(`docs/caching.md shows no ${file}`);
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}/${file}`, example.code);
  const build = await rolldown({ input: `${folder}/${file}`, platform: 'browser' });
  const { output } = await build.generate({ format, name: 'printed', exports: 'auto' });
  await build.close();
  return output[0].code;
}

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Places, and the model of each by the table of the core. */
const MODELS = [
  ['DE', undefined, 'opt-in'],
  ['US', 'CA', 'opt-out'],
  ['JP', undefined, 'notice'],
  ['CA', 'QC', 'opt-in'],
  [undefined, undefined, 'opt-in'],
] as const;

describe('the Worker of docs/caching.md in workerd', () => {
  let cms: FakeCms;
  let site: Site;
  let edge: Miniflare;
  /** The paths that reached the site. */
  const asked: string[] = [];

  async function toSite(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    asked.push(pathname);
    const { method } = request;
    const body = method === 'GET' ? null : await request.arrayBuffer();
    return fetch(site.url + pathname + search, {
      method,
      headers: [...request.headers] as [string, string][],
      redirect: 'manual',
      body,
    });
  }

  beforeAll(async () => {
    cms = await serveCms('http://vendors.invalid');
    site = await startSite(
      await buildSite({ options: { cms: cms.url, render: 'model' }, astro: { srcDir: './usual' } }),
    );
    const contents = await printed('worker.ts', 'es');
    edge = new Miniflare(
      convertV4MiniflareOptions({
        modules: [{ type: 'ESModule', path: 'worker.mjs', contents }],
        compatibilityDate: '2026-01-01',
        // Nobody is asked where this machine is.
        cf: false,
        // What the Worker asks for goes to the site behind it.
        outboundService: toSite as never,
      }),
    );
    await edge.ready;
  }, 120_000);
  afterAll(async () => {
    await edge?.dispose();
    await site?.stop();
    await cms?.stop();
  });

  const get = (path: string, country?: string, regionCode?: string, headers: Record<string, string> = {}) =>
    edge.dispatchFetch(`https://shop.example${path}`, {
      headers: { ...headers, ...(country && { 'cf-ipcountry': country }) },
      cf: { country, regionCode } as never,
    });

  it('gives nobody another’s law, whatever a visitor says, and soon asks the site no more', async () => {
    const visitAll = async () => {
      asked.length = 0;
      for (const [country, region, model] of MODELS) {
        const answer = await get('/kept', country, region, {
          'consent-model': 'none',
          cookie: 'pl-consent=x',
        });
        const payload = JSON.parse(/data-consent-config>(.*?)<\/script>/.exec(await answer.text())![1]!);
        expect([country, payload.config.jurisdiction]).toEqual([country, { country: null, model }]);
      }
      return asked.length;
    };
    expect(await visitAll()).toBeGreaterThanOrEqual(3);
    // What is kept is kept behind the answer.
    await expect.poll(visitAll, { timeout: 10_000 }).toBe(0);
  });

  it('keeps nothing that is private, or that says nothing', async () => {
    asked.length = 0;
    for (const path of ['/_consent/config', '/_consent/config', '/gate', '/gate'])
      await (await get(path, 'US')).text();
    expect(asked).toEqual(['/_consent/config', '/_consent/config', '/gate', '/gate']);
    const configs = await Promise.all(
      ['US', 'JP'].map(async (country) => (await get('/_consent/config', country)).json()),
    );
    expect(
      configs.map(
        (payload) => (payload as { config: { jurisdiction: { model: string } } }).config.jurisdiction.model,
      ),
    ).toEqual(['opt-out', 'notice']);
  });

  it('hands decisions on', async () => {
    const decided = await edge.dispatchFetch('https://shop.example/_consent/decide', {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin', origin: site.url },
      body: new URLSearchParams({ action: 'reject-all', return: '/kept' }),
      redirect: 'manual',
    });
    expect([decided.status, decided.headers.get('set-cookie')]).toEqual([
      303,
      expect.stringContaining('pl-consent='),
    ]);
  });
});

describe('the middleware of docs/caching.md in the runtime of edges (edge-runtime)', () => {
  it('names the model of each place to the site', async () => {
    const runtime = new EdgeRuntime({ initialCode: await printed('middleware.js', 'iife') });
    const named = (headers: Record<string, string>) =>
      runtime.evaluate<string | null>(
        `printed(new Request('https://shop.example/', { headers: ${JSON.stringify(headers)} })).headers.get('x-middleware-request-consent-model')`,
      );
    for (const [country, region, model] of MODELS) {
      const headers = {
        'consent-model': 'none',
        ...(country && { 'x-vercel-ip-country': country }),
        ...(region && { 'x-vercel-ip-country-region': region }),
      };
      expect([country, named(headers)]).toEqual([country, model]);
    }
  });
});
