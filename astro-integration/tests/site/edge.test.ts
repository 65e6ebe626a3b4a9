import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { consentModeRegions } from '@permesso/consent-core';
import { EdgeRuntime } from 'edge-runtime';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { rolldown } from 'rolldown';
import { ModuleKind, NewLineKind, ScriptTarget, transpileModule } from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examplesIn } from '../../../playground/consumer/harness/readme.ts';
import { packageRoot } from './build.ts';
import { type FakeCms, serveCms } from './cms.ts';
import { buildSite, type Site, startSite } from './harness.ts';

const folder = `${packageRoot}tests/.tmp/edge-${process.pid}`;

/** The code that docs/caching.md prints under a file's name. */
function textOf(file: string): string {
  const example = examplesIn('docs/caching.md').find(
    ({ code }) => /^(\/\/|#) (\S+)$/m.exec(code)?.[2] === file,
  );
  if (!example) throw new Error(`docs/caching.md shows no ${file}`);
  return example.code;
}

/** The same as a bundler makes it for an edge: nothing of Node is there. */
async function printed(file: string, format: 'es' | 'iife'): Promise<string> {
  await mkdir(dirname(`${folder}/${file}`), { recursive: true });
  await writeFile(`${folder}/${file}`, textOf(file));
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

  it('hands on whoever looks at a preview, also where the page is kept', async () => {
    const visit = async (headers: Record<string, string>) => {
      asked.length = 0;
      await (await get('/kept', 'US', undefined, headers)).text();
      return asked.length;
    };
    await expect.poll(() => visit({}), { timeout: 10_000 }).toBe(0);
    expect(await visit({ cookie: 'a=b; consent-preview=x' })).toBe(1);
    expect(await visit({ cookie: 'not-consent-preview=x; consent-preview-choice=x' })).toBe(0);
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

describe('the edge function of docs/caching.md for Netlify', () => {
  interface Printed {
    default(request: Request, context: object): Promise<Response>;
    config: object;
  }

  it('names the model of each place to the site, whatever a visitor says, at every request', async () => {
    const code = await printed('netlify/edge-functions/consent-model.js', 'iife');
    // Of what Netlify gives to code it takes this global alone.
    const { default: answer, config } = runInContext(
      `${code}\nprinted`,
      createContext({ Request }),
    ) as Printed;
    let asked = new Request('https://shop.example/');
    const next = async (request: Request) => {
      asked = request;
      return new Response('page');
    };
    for (const [country, region, model] of MODELS) {
      const request = new Request('https://shop.example/a?b', {
        headers: { 'consent-model': 'none', cookie: 'c=d' },
      });
      const geo = {
        ...(country && { country: { code: country } }),
        ...(region && { subdivision: { code: region } }),
      };
      expect(await (await answer(request, { geo, next })).text()).toBe('page');
      expect([country, asked.headers.get('consent-model')]).toEqual([country, model]);
      expect([asked.url, asked.headers.get('cookie')]).toEqual(['https://shop.example/a?b', 'c=d']);
    }
    // With `cache: 'manual'` it would not be asked for what is kept.
    expect(config).toEqual({ path: '/*', excludedPath: '/_astro/*' });
  });
});

describe('the code of docs/caching.md for Fastly Compute', () => {
  it('names the model of each place to the site, whatever a visitor says', async () => {
    const asked: { request: Request; options: unknown }[] = [];
    let listener = (_: unknown) => {};
    // What Compute gives to code, and nothing else: it has no other global of ours.
    const compute = createContext({
      Request,
      addEventListener: (_: string, given: typeof listener) => {
        listener = given;
      },
      fetch: async (request: Request, options: unknown) => {
        asked.push({ request, options });
        return new Response('page');
      },
    });
    runInContext(await printed('compute.js', 'iife'), compute);
    for (const [country, region, model] of MODELS) {
      const request = new Request('https://shop.example/', { headers: { 'consent-model': 'none' } });
      // Where it knows nothing it says so by nulls.
      const geo = { country_code: country ?? null, region: region ?? null };
      const answer = await new Promise<Response>((respondWith) =>
        listener({ request, client: { geo }, respondWith }),
      );
      expect(await answer.text()).toBe('page');
      expect([country, asked.at(-1)?.request.headers.get('consent-model')]).toEqual([country, model]);
    }
    expect(asked[0]?.options).toEqual({ backend: 'site' });
  });
});

/** The models of the core that hold now and stay, by country; a place that is about to ask is one that asks. */
function lastingModels(): Record<string, string> {
  const at = (date: string) => {
    const now = () => Date.parse(date) / 1000;
    return new Map(
      consentModeRegions({ now }).flatMap(({ model, region }) => region.map((place) => [place, model])),
    );
  };
  const later = at('2030-01-01');
  const lasting = [...at('2026-12-31')].filter(([place, model]) => later.get(place) === model);
  return Object.fromEntries(lasting.sort());
}

describe('the CloudFront function of docs/caching.md', () => {
  const code = textOf('consent-model.js');

  interface Asked {
    headers: Record<string, { value: string }>;
  }

  // Neither modules nor the platform's globals are there.
  const handler = runInContext(`${code}\nhandler`, createContext({})) as (event: { request: Asked }) => Asked;

  const named = (country?: string) =>
    handler({
      request: {
        headers: {
          'consent-model': { value: 'none' },
          ...(country && { 'cloudfront-viewer-country': { value: country } }),
        },
      },
    }).headers['consent-model']?.value;

  it('names the model of each place, and opt-in where none is known', () => {
    const countries = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].flatMap((one, _, all) => all.map((two) => one + two));
    const found = countries.map((country) => [country, named(country)]);
    expect(Object.fromEntries(found.filter(([, model]) => model !== 'opt-in'))).toEqual(lastingModels());
    expect([named(), named('XX')]).toEqual(['opt-in', 'opt-in']);
  });

  it('is of what its runtime knows: ECMAScript 5.1 here, in less than 10 kB', () => {
    const { outputText } = transpileModule(code, {
      compilerOptions: { target: ScriptTarget.ES5, module: ModuleKind.None, newLine: NewLineKind.LineFeed },
    });
    const bare = (text: string) => text.replace(/[\s,]/g, '');
    expect(bare(outputText)).toBe(bare(code));
    expect(code.length).toBeLessThan(10_000);
  });
});

describe('the VCL of docs/caching.md', () => {
  const code = textOf('consent-model.vcl');

  it('has the table of the core', () => {
    const [, table = ''] = /^table consent_models \{([^}]*)\}$/m.exec(code) ?? [];
    const rows = [...table.matchAll(/^ {2}"([A-Z]{2}(?:-[A-Z\d]+)?)": "([a-z-]+)",$/gm)];
    expect(rows).toHaveLength(table.trim().split('\n').length);
    expect(Object.fromEntries(rows.map(([, place, model]) => [place, model]))).toEqual(lastingModels());
  });

  it('always names a model, by which pages are kept: no visitor’s own comes through', () => {
    expect(code).toContain('#FASTLY recv');
    expect(code).toContain(
      'set req.http.Consent-Model = table.lookup(consent_models, client.geo.country_code, "opt-in");',
    );
  });
});
