import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AstroConfig } from 'astro';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { resolveOptions } from './options.ts';
import { allowedDomains, bakeConfigs, warnOfSharedAnswers } from './setup.ts';

/** What is added to Astro's configuration, and what is said about it. */
function added(origins: string[], config: { allowedDomains?: object[]; adapter?: string } = {}) {
  const warnings: string[] = [];
  const { adapter = '@astrojs/node', allowedDomains: own = [] } = config;
  const astro = { security: { allowedDomains: own }, adapter: { name: adapter } } as unknown as AstroConfig;
  const domains = allowedDomains(origins, astro, { warn: (message) => warnings.push(message) });
  return { domains, warnings };
}

describe('what a proxy says of a request', () => {
  it('is believed for the public addresses of the site', () => {
    expect(added(['https://shop.example', 'http://127.0.0.1:8080'])).toEqual({
      domains: [{ hostname: 'shop.example' }, { hostname: '127.0.0.1' }],
      warnings: [],
    });
  });

  it('is believed as the site itself has it', () => {
    const config = { allowedDomains: [{ hostname: '**.shop.example' }] };
    expect(added(['https://shop.example'], config)).toEqual({ domains: undefined, warnings: [] });
  });

  it('is believed for nobody where no address is known, with a warning that says what to write', () => {
    const { domains, warnings } = added([]);
    expect(domains).toBeUndefined();
    expect(warnings).toEqual([expect.stringContaining("site: 'https://shop.example'")]);
  });

  it.each(['@astrojs/vercel', '@astrojs/netlify', '@astrojs/cloudflare'])(
    'is the business of %s',
    (adapter) => {
      expect(added([], { adapter })).toEqual({ domains: undefined, warnings: [] });
      expect(added(['https://shop.example'], { adapter })).toEqual({ domains: undefined, warnings: [] });
    },
  );
});

describe('an address in CONSENT_CMS_URL that is none', () => {
  afterEach(() => vi.unstubAllEnvs());

  it.each([
    ['in development', false],
    ['at the build', true],
  ])('stops the start %s, by a sentence that names the variable and not its value', async (_, build) => {
    const options = resolveOptions({ cms: 'http://127.0.0.1:1337' });
    const logger = { warn: () => {} };
    for (const address of ['cms.example', 'user:secret@cms.example', 'localhost:1337']) {
      vi.stubEnv('CONSENT_CMS_URL', address);
      const baked = bakeConfigs(options, {} as AstroConfig, build, logger);
      await expect(baked).rejects.toThrow(
        /^CONSENT_CMS_URL is no web address; write that of Strapi with its scheme, such as "https:\/\/cms\.example"$/,
      );
    }
  });
});

describe('a build for Vercel', () => {
  const folders: string[] = [];
  afterEach(() => Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true }))));

  /** What is said at the end of a build that has left this file to Vercel. */
  async function said(file: string, render: 'visitor' | 'neutral', name = '@astrojs/vercel') {
    const folder = await mkdtemp(join(tmpdir(), 'vercel-'));
    folders.push(folder);
    const functions = join(folder, '.vercel/output/functions');
    await mkdir(functions, { recursive: true });
    await writeFile(join(functions, file), '{}');
    const warnings: string[] = [];
    const config = { root: pathToFileURL(`${folder}/`), adapter: { name } } as AstroConfig;
    const logger = { warn: (message: string) => warnings.push(message) };
    warnOfSharedAnswers(config, { basePath: '/_consent', render }, logger);
    return warnings;
  }

  const isr = '_isr.prerender-config.json';

  it('C1: warns where ISR is on, and says what to write', async () => {
    const routes = "vercel({ isr: { exclude: ['/_consent/[...path]'] } })";
    const [warning, ...more] = await said(isr, 'visitor');
    expect(warning).toContain(routes);
    expect(warning).toContain("consent({ render: 'neutral' })");
    expect(more).toEqual([]);
    const neutral = await said(isr, 'neutral');
    expect(neutral).toEqual([expect.stringContaining(routes)]);
    expect(neutral[0]).not.toContain('render');
  });

  it('says nothing without ISR, nor of the output of another adapter', async () => {
    expect(await said('_render.prerender-config.json', 'visitor')).toEqual([]);
    expect(await said(isr, 'visitor', '@astrojs/node')).toEqual([]);
  });
});
