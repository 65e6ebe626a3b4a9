import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { atRest, consentModeCalls, launch, reloadPage, visitPage } from './browser.ts';
import { type Build, buildSite, type Site, startSite } from './harness.ts';

const poll: typeof expect.poll = (check) => expect.poll(check, { timeout: 10_000 });

let build: Build;
let site: Site;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  build = await buildSite();
  site = await startSite(build);
  browser = await launch({ reusing: true });
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await site?.stop();
  await build?.remove();
});

beforeEach(async () => {
  await context?.close();
  context = await browser.newContext({ baseURL: site.url });
  page = await context.newPage();
  await context.route('http://vendors.invalid/**', (route) => route.fulfill({ body: '' }));
});

const ran = (name: string) =>
  page.evaluate((key) => (window as unknown as Record<string, number>)[key] ?? 0, name);
const count = (id: string) => page.locator(`#${id}`).count();

/** Whether an island answers clicks. */
async function isAlive(id: string): Promise<boolean> {
  const button = page.locator(`#${id} > button`);
  const before = await button.textContent();
  await button.click();
  return (await button.textContent()) !== before;
}

/** Decides in the preferences: what is named is granted. */
async function decide(...granted: string[]): Promise<void> {
  await page.click('[data-consent-manage]');
  for (const key of ['functional', 'analytics', 'marketing']) {
    await page.setChecked(`dialog [data-consent-toggle=${key}]`, granted.includes(key));
  }
  await page.click('dialog [data-consent-action=save]');
}

describe('a gate inside custom elements, slots, islands and gates', () => {
  it('keeps everything out of the document, while islands outside work', async () => {
    await visitPage(page, '/traps');
    for (const id of ['gated', 'nested', 'slot', 'in-island']) expect(await count(id)).toBe(0);
    for (const name of ['inBox', 'inNested', 'inSlot']) expect(await ran(name)).toBe(0);
    expect(await isAlive('free')).toBe(true);
    expect(await isAlive('slotted')).toBe(true);
  });

  it('opens outside in: an inner gate waits for its own category', async () => {
    await visitPage(page, '/traps');
    await decide('analytics');
    await poll(() => ran('inBox')).toBe(1);
    expect([await ran('inNested'), await count('nested'), await count('slot')]).toEqual([0, 0, 0]);
    await poll(() => isAlive('gated')).toBe(true);
    await decide('analytics', 'marketing');
    await poll(() => ran('inNested')).toBe(1);
    expect([await count('nested'), await count('slot'), await ran('inSlot'), await ran('inBox')]).toEqual([
      1, 1, 1, 1,
    ]);
    await poll(() => count('in-island')).toBe(1);
  });

  it('is open from the server for a visitor who granted, and islands in it live', async () => {
    await visitPage(page, '/traps');
    await decide('analytics', 'marketing');
    await reloadPage(page);
    for (const id of ['gated', 'nested', 'slot', 'in-island']) expect(await count(id)).toBe(1);
    for (const name of ['inBox', 'inNested', 'inSlot']) expect(await ran(name)).toBe(1);
    expect(await page.textContent('#island-sees')).toBe('granted');
    expect(await isAlive('gated')).toBe(true);
  });
});

describe('the script of a component that stands in a closed gate', () => {
  const instances = () => page.locator('.scripted').count();

  it('runs for the same component outside, before the grant, and not again after it', async () => {
    await visitPage(page, '/scripts');
    expect([await instances(), await ran('scripted')]).toEqual([1, 1]);
    await decide('marketing');
    await poll(instances).toBe(2);
    expect(await ran('scripted')).toBe(1);
  });

  it('runs in MDX when the gate opens, and not before', async () => {
    await visitPage(page, '/scripted-words');
    expect([await instances(), await ran('scripted')]).toEqual([0, 0]);
    await decide('marketing');
    await poll(() => ran('scripted')).toBe(1);
  });
});

describe('client:consent', () => {
  it('hydrates an island once its category is granted, and not before', async () => {
    const modules: string[] = [];
    await visitPage(page, '/traps');
    page.on('request', (request) => modules.push(request.url()));
    expect(await isAlive('directive')).toBe(false);
    await decide('marketing');
    await poll(() => isAlive('directive')).toBe(true);
    expect(await isAlive('expression')).toBe(false);
  });

  it('takes expressions', async () => {
    await visitPage(page, '/traps');
    expect(await isAlive('expression')).toBe(false);
    await decide('analytics');
    await poll(() => isAlive('expression')).toBe(true);
    expect(await isAlive('directive')).toBe(false);
  });
});

describe('a server island inside a gate', () => {
  /** Islands of the site that were asked for, by name, however the browser came to do so. */
  const islandsAsked = () => {
    const asked: string[] = [];
    page.on('request', (request) => {
      const name = /\/_server-islands\/(\w+)/.exec(request.url())?.[1];
      if (name) asked.push(name);
    });
    return asked;
  };

  it('I5: is neither preloaded nor asked for before the grant, wherever the gate stands', async () => {
    const asked = islandsAsked();
    await visitPage(page, '/deferred');
    expect(await count('free')).toBe(1);
    expect(await page.locator('link[rel=preload][href*=_server-islands]').count()).toBe(0);
    expect(asked.filter((name) => name === 'Held')).toEqual([]);
  });

  it('comes when its gate opens', async () => {
    await visitPage(page, '/deferred');
    await decide('marketing');
    for (const id of ['in-gate', 'in-box', 'in-section', 'in-held-island'])
      await poll(() => count(id)).toBe(1);
    expect(await count('in-nested')).toBe(0);
    await decide('analytics', 'marketing');
    await poll(() => count('in-nested')).toBe(1);
    await reloadPage(page);
    for (const id of ['in-gate', 'in-nested', 'in-box', 'in-section']) await poll(() => count(id)).toBe(1);
    // Neither then, for the page may be older than the cookie.
    expect(await page.locator('link[rel=preload][href*=_server-islands]').count()).toBe(0);
  });
});

describe('a gate in MDX', () => {
  const gated = ['counted', 'boxed', 'outer', 'inner', 'in-piece', 'in-slot', 'held-words'];

  it('keeps its content out, and leaves the islands after it their runtime', async () => {
    await visitPage(page, '/words');
    for (const id of gated) expect([id, await count(id)]).toEqual([id, 0]);
    expect(await ran('inWords')).toBe(0);
    expect(await isAlive('open')).toBe(true);
    expect(await isAlive('slotted')).toBe(true);
    await poll(() => count('free')).toBe(1);
  });

  it('opens with all that stands in it, and its islands live', async () => {
    await visitPage(page, '/words');
    await decide('analytics', 'marketing');
    for (const id of gated) await poll(() => count(id)).toBe(1);
    expect(await ran('inWords')).toBe(1);
    for (const id of ['counted', 'boxed', 'inner', 'piece', 'in-slot'])
      await poll(() => isAlive(id)).toBe(true);
  });

  it('may hold MDX itself', async () => {
    await visitPage(page, '/pieces');
    expect(await count('in-piece')).toBe(0);
    expect(await isAlive('after')).toBe(true);
    await decide('marketing');
    await poll(() => count('in-piece')).toBe(1);
    await poll(() => isAlive('piece')).toBe(true);
  });
});

describe('a gate holds what it holds', () => {
  const text = () => page.textContent('#slow [data-consent-content]', { timeout: 5000 });
  const shown = () => page.locator('#slow [data-consent-content]').allTextContents();

  it('whatever end tags of templates stand in it', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await visitPage(page, '/hold');
    expect(await page.locator('.stray, .stray img').count()).toBe(0);
    expect(await ran('stray')).toBe(0);
    expect(asked.filter((url) => url.includes('vendors'))).toEqual([]);
    await decide('functional');
    await poll(() => page.locator('.stray').count()).toBe(5);
    expect(await page.locator('.stray > img').count()).toBeGreaterThan(0);
    expect(await page.textContent('.stray i')).toBe('&lt;');
    expect(await ran('stray')).toBeGreaterThan(0);
  });

  it('without JavaScript too', async () => {
    await context.close();
    context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false });
    page = await context.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await visitPage(page, '/hold');
    expect(asked.filter((url) => url.includes('vendors'))).toEqual([]);
  });

  it('with its declarative shadow roots, each time it opens', async () => {
    const shadow = () =>
      page.evaluate(() => document.querySelector('x-card')?.shadowRoot?.textContent ?? null);
    await visitPage(page, '/hold');
    for (const granted of [['functional'], [], ['functional']]) {
      await decide(...granted);
      await poll(shadow).toBe(granted.length > 0 ? 'shadow' : null);
    }
  });

  it('C12: the script of an inner gate asks for a reload when the inner category is revoked', async () => {
    await visitPage(page, '/hold');
    await decide('analytics', 'functional');
    await reloadPage(page);
    expect(await ran('ranInside')).toBe(1);
    await decide('analytics');
    await poll(() => page.locator('[data-consent-reload]').count()).toBe(1);
  });

  it('I3: an inner gate that the server sent open stays closed when the outer one opens without it', async () => {
    await visitPage(page, '/hold');
    await decide('functional');
    await reloadPage(page);
    await decide('analytics');
    await poll(() => count('outer')).toBe(1);
    expect([await count('inner'), await ran('ranInside')]).toEqual([0, 0]);
  });

  it('I3: it opens again with its own content, in whatever order the page is made', async () => {
    for (let round = 0; round < 2; round += 1) {
      await context.clearCookies();
      await visitPage(page, '/hold');
      await decide('analytics', 'marketing');
      await reloadPage(page);
      await decide();
      await poll(() => shown()).toEqual([]);
      await decide('analytics');
      await poll(() => text()).toBe('analytics');
      expect(await shown()).toEqual(['analytics']);
      await decide('analytics', 'marketing');
      await poll(() => shown()).toEqual(['marketing', 'analytics']);
    }
  });

  it('opens again as often as it is granted, and asks nobody for what it holds', async () => {
    await visitPage(page, '/hold');
    await decide('analytics');
    await reloadPage(page);
    await page.route('**/hold', (route) => route.abort());
    for (const granted of [[], ['analytics'], [], ['analytics']]) {
      await decide(...granted);
      await poll(() => shown()).toEqual(granted);
    }
  });

  it('C8: while consent is switched off, whatever is pressed', async () => {
    await page.route('**/hold', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace('"enabled":true', '"enabled":false');
      await route.fulfill({ response: answer, body });
    });
    await visitPage(page, '/hold');
    for (const how of ['once', 'always']) {
      await page.locator(`#slow [data-consent-allow=${how}]`).first().dispatchEvent('click');
      await page.waitForFunction(
        () => (globalThis as { [key: symbol]: { store?: unknown } })[Symbol.for('permesso.page')]?.store,
      );
    }
    expect(await shown()).toEqual([]);
    expect(await context.cookies()).toEqual([]);
  });
});

describe('what a gate holds of a category that is refused by now', () => {
  const asked: string[] = [];
  beforeEach(async () => {
    await visitPage(page, '/media');
    await decide('marketing', 'analytics');
    await poll(() => count('within')).toBe(1);
    await page.route('http://vendors.invalid/**', (route) => {
      const url = route.request().url();
      if (url.includes('inner')) asked.push(url);
      return route.fulfill({ body: '' });
    });
  });
  const inner = () => page.locator('[data-consent-gate] [data-consent-gate]').getAttribute('data-state');

  it('I5: asks for nothing when the gate around it opens', async () => {
    await decide('marketing');
    await reloadPage(page);
    asked.length = 0;
    await decide('analytics');
    await poll(() => count('around')).toBe(1);
    await atRest(page);
    expect([await inner(), await count('within'), asked]).toEqual(['closed', 0, []]);
  });

  it('I5: asks for nothing on a page that was under way when it was withdrawn', async () => {
    await visitPage(page, '/');
    asked.length = 0;
    let arrive = () => {};
    const decided = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route('**/media', async (route) => {
      const response = await route.fetch();
      await decided;
      await route.fulfill({ response });
    });
    const under = page.waitForRequest('**/media');
    await page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), { href: '/media' });
      document.body.append(link);
      link.click();
    });
    await under;
    await decide('analytics');
    arrive();
    await poll(() => page.locator('h1').textContent()).toBe('media');
    await poll(() => count('around')).toBe(1);
    // Of an expression that holds still nothing has to come again.
    expect(await count('expression')).toBe(1);
    await atRest(page);
    expect([await inner(), await count('within'), asked]).toEqual(['closed', 0, []]);
    await decide('analytics', 'marketing');
    await poll(() => count('within')).toBe(1);
  });
});

describe('a gate in a server island', () => {
  it('I5: asks for nothing where its island comes after a withdrawal', async () => {
    await visitPage(page, '/traps');
    await decide('analytics', 'marketing');
    await poll(() => count('in-island')).toBe(1);
    await atRest(page);
    const asked: string[] = [];
    await page.route('http://vendors.invalid/in-island.gif', (route) => {
      asked.push(route.request().url());
      return route.fulfill({ body: '' });
    });
    let arrive = () => {};
    const decided = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route('**/_server-islands/Island*', async (route) => {
      const response = await route.fetch();
      await decided;
      await route.fulfill({ response });
    });
    const under = page.waitForRequest('**/_server-islands/Island*');
    await page.reload();
    await under;
    await decide('analytics');
    await poll(() => page.locator('html').getAttribute('data-consent-granted')).toBe('necessary analytics');
    arrive();
    // What the site's own code has asked on the server is as old as its request.
    await poll(() => count('island-sees')).toBe(1);
    await atRest(page);
    expect([await count('in-island'), asked]).toEqual([0, []]);
    await decide('analytics', 'marketing');
    await poll(() => count('in-island')).toBe(1);
  });
});

describe('a gate that users write where their HTML is sanitized', () => {
  const write = (html: string) =>
    page.evaluate((text) => document.body.insertAdjacentHTML('beforeend', text), html);
  const gateOf = (attributes: string, held: string) =>
    `<div data-consent-gate="z" ${attributes} data-state="closed">${held}</div>`;

  it('does not turn text into markup', async () => {
    await visitPage(page, '/hold');
    const text = '&lt;img alt="" src="data:," onerror="ranTheirs = 1">&lt;script>ranTheirs = 1&lt;/script>';
    const held = `<template data-consent-text>${text}</template>`;
    await write(gateOf('id="theirs" data-consent-category="necessary"', held));
    await poll(() => page.locator('#theirs').textContent()).toContain('<script>');
    expect([await page.locator('#theirs img').count(), await ran('ranTheirs')]).toEqual([0, 0]);
  });

  it('I3: opens by no attribute', async () => {
    await visitPage(page, '/hold');
    const held = (id: string) => `<template><i id="${id}"></i></template>`;
    await write(gateOf('data-consent-category="marketing" data-allowed', held('theirs')));
    await write(gateOf('data-consent-category="necessary"', held('free')));
    await poll(() => count('free')).toBe(1);
    expect(await count('theirs')).toBe(0);
  });
});

describe('the focus at a gate (WCAG 2.4.3)', () => {
  const write = (content: string, blocked: string) =>
    page.evaluate(
      (html) => document.body.insertAdjacentHTML('beforeend', html),
      '<div id="here" data-consent-gate="z" data-consent-category="marketing" data-state="closed">' +
        `<template>${content}</template><div data-consent-blocked>${blocked}</div></div>`,
    );
  const allow = '<p>Blocked</p><button id="allow" type="button" data-consent-allow="once">Allow</button>';
  const isFocused = (selector: string) =>
    page.evaluate((part) => document.activeElement?.matches(part), selector);
  /** In another tab, where the focus of this one stays. */
  const revoke = async () => {
    const here = page;
    page = await context.newPage();
    await visitPage(page, '/hold');
    await decide();
    page = here;
  };

  it.each([
    ['the button to allow it', allow, '#allow'],
    ['what stands there instead', '<p id="other">Blocked</p>', '#other'],
  ])('goes on at %s when the gate closes around it', async (_name, blocked, expected) => {
    await visitPage(page, '/hold');
    await write('<a id="inside" href="#x">Inside</a>', blocked);
    await decide('marketing');
    await page.focus('#inside');
    await revoke();
    await poll(() => count('inside')).toBe(0);
    expect(await isFocused(expected)).toBe(true);
  });

  it('stays where it is when a gate closes elsewhere', async () => {
    await visitPage(page, '/hold');
    await write('<a id="inside" href="#x">Inside</a>', allow);
    await decide('marketing');
    await page.focus('[data-consent-manage]');
    await revoke();
    await poll(() => count('inside')).toBe(0);
    expect(await isFocused('[data-consent-manage]')).toBe(true);
  });
});

describe('a page that demands Trusted Types', () => {
  let asked: string[];
  let errors: string[];
  const violations = () => page.evaluate(() => (window as unknown as { refused: string[] }).refused);

  beforeEach(async () => {
    [asked, errors] = [[], []];
    page.on('request', (request) => asked.push(request.url()));
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.addInitScript(() => {
      const refused: string[] = [];
      Object.assign(window, { refused });
      addEventListener('securitypolicyviolation', (event) => refused.push(event.sample));
    });
  });
  afterEach(() => expect(errors).toEqual([]));

  const demand = (names: string) =>
    page.route(
      (url) => url.origin === site.url,
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
  const granted = () => page.evaluate(() => document.documentElement.dataset.consentGranted);

  it('runs what is granted and nothing else, without a violation, where it allows the policy', async () => {
    await demand('permesso');
    await visitPage(page, '/hold');
    expect(vendorsAsked()).toEqual([]);
    await page.click('[data-consent-banner] [value=accept-all]');
    await poll(() => ran('ranInside')).toBe(1);
    expect(await page.locator('x-card').count()).toBe(1);
    // What the server sends open has to be asked for again when it was closed.
    await reloadPage(page);
    await decide();
    await decide('functional', 'analytics');
    await poll(() => count('inner')).toBe(1);
    expect(await violations()).toEqual([]);
    asked.length = 0;
    await visitPage(page, '/markup');
    await poll(vendorsAsked).toEqual(
      ['declared.js', 'stats.js'].map((path) => `http://vendors.invalid/${path}`),
    );
    await page.click('[data-consent-manage]');
    await page.click('dialog [data-consent-action=reject-all]');
    await poll(granted).toBe('necessary');
    expect(await violations()).toEqual([]);
  });

  it('C1: counts a refusal, and runs nothing that is granted, where it does not', async () => {
    await demand("'none'");
    await visitPage(page, '/markup');
    await page.click('[data-consent-banner] [value=accept-all]');
    await poll(granted).toBe('necessary functional analytics marketing');
    await page.click('[data-consent-manage]');
    await page.click('dialog [data-consent-action=reject-all]');
    await poll(granted).toBe('necessary');
    expect(vendorsAsked().filter((url) => url.endsWith('.js'))).toEqual([]);
  });
});

describe('a page whose facts cannot be read', () => {
  it('C1: grants nothing, shows nothing and tells Consent Mode that all is denied', async () => {
    await page.route('**/deferred', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace('data-consent-config>{', 'data-consent-config>{{');
      await route.fulfill({ response: answer, body });
    });
    await visitPage(page, '/deferred');
    await poll(() => consentModeCalls(page)).toEqual(['default: security_storage']);
    expect(await page.locator('[data-consent-banner]').isVisible()).toBe(false);
    expect(await count('in-gate')).toBe(0);
    expect(await context.cookies()).toEqual([]);
  });
});
