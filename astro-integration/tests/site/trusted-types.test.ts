import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { consentModeCalls, reloadPage, visitPage } from './browser.ts';
import { poll, preparePage } from './page-of-site.ts';

const on = preparePage();
const { ran, count, decide } = on;

describe('a page that demands Trusted Types', () => {
  let asked: string[];
  let errors: string[];
  const violations = () => on.page.evaluate(() => (window as unknown as { refused: string[] }).refused);

  beforeEach(async () => {
    [asked, errors] = [[], []];
    on.page.on('request', (request) => asked.push(request.url()));
    on.page.on('pageerror', (error) => errors.push(String(error)));
    await on.page.addInitScript(() => {
      const refused: string[] = [];
      Object.assign(window, { refused });
      addEventListener('securitypolicyviolation', (event) => refused.push(event.sample));
    });
  });
  afterEach(() => expect(errors).toEqual([]));

  const demand = (names: string) =>
    on.page.route(
      (url) => url.origin === on.site.url,
      async (route) => {
        if (route.request().resourceType() !== 'document') return route.fallback();
        const response = await route.fetch();
        const policy = `trusted-types ${names}; require-trusted-types-for 'script'`;
        await route.fulfill({
          response,
          headers: { ...response.headers(), 'content-security-policy': policy },
        });
      },
    );
  const vendorsAsked = () => asked.filter((url) => url.startsWith('http://vendors.invalid/')).sort();
  const granted = () => on.page.evaluate(() => document.documentElement.dataset.consentGranted);

  it('runs what is granted and nothing else, without a violation, where it allows the policy', async () => {
    await demand('permesso');
    await visitPage(on.page, '/hold');
    expect(vendorsAsked()).toEqual([]);
    await on.page.click('[data-consent-banner] [value=accept-all]');
    await poll(() => ran('ranInside')).toBe(1);
    expect(await on.page.locator('x-card').count()).toBe(1);
    // What the server sends open has to be asked for again when it was closed.
    await reloadPage(on.page);
    await decide();
    await decide('functional', 'analytics');
    await poll(() => count('inner')).toBe(1);
    expect(await violations()).toEqual([]);
    asked.length = 0;
    await visitPage(on.page, '/markup');
    await poll(vendorsAsked).toEqual(
      ['declared.js', 'stats.js'].map((path) => `http://vendors.invalid/${path}`),
    );
    await on.page.click('[data-consent-manage]');
    await on.page.click('dialog [data-consent-action=reject-all]');
    await poll(granted).toBe('necessary');
    expect(await violations()).toEqual([]);
  });

  it('C1: counts a refusal, and runs nothing that is granted, where it does not', async () => {
    await demand("'none'");
    await visitPage(on.page, '/markup');
    await on.page.click('[data-consent-banner] [value=accept-all]');
    await poll(granted).toBe('necessary functional analytics marketing');
    await on.page.click('[data-consent-manage]');
    await on.page.click('dialog [data-consent-action=reject-all]');
    await poll(granted).toBe('necessary');
    expect(vendorsAsked().filter((url) => url.endsWith('.js'))).toEqual([]);
  });
});

describe('a page whose facts cannot be read', () => {
  it('C1: grants nothing, shows nothing and tells Consent Mode that all is denied', async () => {
    await on.page.route('**/deferred', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace('data-consent-config>{', 'data-consent-config>{{');
      await route.fulfill({ response: answer, body });
    });
    await visitPage(on.page, '/deferred');
    await poll(() => consentModeCalls(on.page)).toEqual(['default: security_storage']);
    expect(await on.page.locator('[data-consent-banner]').isVisible()).toBe(false);
    expect(await count('in-gate')).toBe(0);
    expect(await on.context.cookies()).toEqual([]);
  });
});
