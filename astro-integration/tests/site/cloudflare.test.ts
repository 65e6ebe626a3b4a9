import { decodeConsentCookie } from '@permesso/consent-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeCms, serveCms } from './cms.ts';
import { type Build, buildSite, platformsRoot, previewSite, type Site } from './harness.ts';

let cms: FakeCms;
let build: Build;
let site: Site;

beforeAll(async () => {
  cms = await serveCms('http://vendors.invalid');
  build = await buildSite({ root: platformsRoot, platform: 'cloudflare', options: { cms: cms.url } });
  site = await previewSite(build);
}, 120_000);

afterAll(async () => {
  await site?.stop();
  await cms?.stop();
  await build?.remove();
});

beforeEach(() => {
  cms.latency = 0;
  cms.recordStatus = 201;
  cms.records.length = 0;
});

const page = (country: string, init: RequestInit = {}) =>
  fetch(site.url, { ...init, headers: { 'cf-ipcountry': country, ...init.headers } });

const modelIn = async (answer: Response) => /<p id="model">(.*?)<\/p>/.exec(await answer.text())?.[1];

const acceptAll = () =>
  fetch(`${site.url}/_consent/decide`, {
    method: 'POST',
    headers: { origin: site.url },
    body: new URLSearchParams({ action: 'accept-all', return: '/' }),
    redirect: 'manual',
  });

describe("a site in Cloudflare's runtime", () => {
  it('asks the CMS for the law of each visitor', async () => {
    expect(await modelIn(await page('US'))).toBe('opt-out');
    expect(await modelIn(await page('DE'))).toBe('opt-in');
  });

  it('keeps the page to its visitor and shows the banner first', async () => {
    const answer = await page('DE');
    expect(answer.headers.get('cache-control')).toBe('private');
    expect(answer.headers.get('vary')).toContain('Cookie');
    const html = await answer.text();
    expect(html).toContain('data-view="banner"');
    expect(html).toContain('data-state="closed"');
  });

  it('answers for a visitor while the one who had asked first has left', async () => {
    cms.latency = 700;
    const asked = cms.configRequests;
    const left = new AbortController();
    const first = page('JP', { signal: left.signal });
    await expect.poll(() => cms.configRequests).toBe(asked + 1);
    const second = page('JP').then(modelIn);
    left.abort();
    await expect(first).rejects.toThrow();
    // What stands in for a missing answer would be opt-in.
    expect(await second).toBe('notice');
  });

  it('decides without JavaScript, and goes on handing the record over after the answer', async () => {
    cms.recordStatus = 503;
    const answer = await acceptAll();
    expect(answer.status).toBe(303);
    const cookie = /^pl-consent=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? '';
    await expect.poll(() => cms.records.length, { timeout: 5000 }).toBe(1);
    cms.recordStatus = 201;
    await expect.poll(() => cms.records.length, { timeout: 10_000 }).toBe(2);
    expect(cms.records[1]?.submission.consentId).toBe(decodeConsentCookie(cookie)?.id);

    const html = await (await page('DE', { headers: { cookie: `pl-consent=${cookie}` } })).text();
    expect(html).toContain('data-state="open"');
    expect(html).not.toContain('data-view="banner"');
  });

  it('renders at the build what is the same for all', async () => {
    const html = await (await fetch(`${site.url}/still`)).text();
    expect(html).toContain('data-consent-config');
    expect(html).toContain('The same for all');
  });
});
