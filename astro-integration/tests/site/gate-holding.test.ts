import { beforeEach, describe, expect, it } from 'vitest';
import { atRest, reloadPage, visitPage } from './browser.ts';
import { poll, preparePage } from './page-of-site.ts';

const on = preparePage();
const { ran, count, decide } = on;

describe('a gate holds what it holds', () => {
  const text = () => on.page.textContent('#slow [data-consent-content]', { timeout: 5000 });
  const shown = () => on.page.locator('#slow [data-consent-content]').allTextContents();

  it('whatever end tags of templates stand in it', async () => {
    const asked: string[] = [];
    on.page.on('request', (request) => asked.push(request.url()));
    await visitPage(on.page, '/hold');
    expect(await on.page.locator('.stray, .stray img').count()).toBe(0);
    expect(await ran('stray')).toBe(0);
    expect(asked.filter((url) => url.includes('vendors'))).toEqual([]);
    await decide('functional');
    await poll(() => on.page.locator('.stray').count()).toBe(5);
    expect(await on.page.locator('.stray > img').count()).toBeGreaterThan(0);
    expect(await on.page.textContent('.stray i')).toBe('&lt;');
    expect(await ran('stray')).toBeGreaterThan(0);
  });

  it('without JavaScript too', async () => {
    await on.renew({ javaScriptEnabled: false });
    const asked: string[] = [];
    on.page.on('request', (request) => asked.push(request.url()));
    await visitPage(on.page, '/hold');
    expect(asked.filter((url) => url.includes('vendors'))).toEqual([]);
  });

  it('with its declarative shadow roots, each time it opens', async () => {
    const shadow = () =>
      on.page.evaluate(() => document.querySelector('x-card')?.shadowRoot?.textContent ?? null);
    await visitPage(on.page, '/hold');
    for (const granted of [['functional'], [], ['functional']]) {
      await decide(...granted);
      await poll(shadow).toBe(granted.length > 0 ? 'shadow' : null);
    }
  });

  it('C12: the script of an inner gate asks for a reload when the inner category is revoked', async () => {
    await visitPage(on.page, '/hold');
    await decide('analytics', 'functional');
    await reloadPage(on.page);
    expect(await ran('ranInside')).toBe(1);
    await decide('analytics');
    await poll(() => on.page.locator('[data-consent-reload]').count()).toBe(1);
  });

  it('I3: an inner gate that the server sent open stays closed when the outer one opens without it', async () => {
    await visitPage(on.page, '/hold');
    await decide('functional');
    await reloadPage(on.page);
    await decide('analytics');
    await poll(() => count('outer')).toBe(1);
    expect([await count('inner'), await ran('ranInside')]).toEqual([0, 0]);
  });

  it('I3: it opens again with its own content, in whatever order the page is made', async () => {
    for (let round = 0; round < 2; round += 1) {
      await on.context.clearCookies();
      await visitPage(on.page, '/hold');
      await decide('analytics', 'marketing');
      await reloadPage(on.page);
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
    await visitPage(on.page, '/hold');
    await decide('analytics');
    await reloadPage(on.page);
    await on.page.route('**/hold', (route) => route.abort());
    for (const granted of [[], ['analytics'], [], ['analytics']]) {
      await decide(...granted);
      await poll(() => shown()).toEqual(granted);
    }
  });

  it('C8: while consent is switched off, whatever is pressed', async () => {
    await on.page.route('**/hold', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace('"enabled":true', '"enabled":false');
      await route.fulfill({ response: answer, body });
    });
    await visitPage(on.page, '/hold');
    for (const how of ['once', 'always']) {
      await on.page.locator(`#slow [data-consent-allow=${how}]`).first().dispatchEvent('click');
      await on.page.waitForFunction(
        () => (globalThis as { [key: symbol]: { store?: unknown } })[Symbol.for('permesso.page')]?.store,
      );
    }
    expect(await shown()).toEqual([]);
    expect(await on.context.cookies()).toEqual([]);
  });
});

describe('what a gate holds of a category that is refused by now', () => {
  const asked: string[] = [];
  beforeEach(async () => {
    await visitPage(on.page, '/media');
    await decide('marketing', 'analytics');
    await poll(() => count('within')).toBe(1);
    await on.page.route('http://vendors.invalid/**', (route) => {
      const url = route.request().url();
      if (url.includes('inner')) asked.push(url);
      return route.fulfill({ body: '' });
    });
  });
  const inner = () => on.page.locator('[data-consent-gate] [data-consent-gate]').getAttribute('data-state');

  it('I5: asks for nothing when the gate around it opens', async () => {
    await decide('marketing');
    await reloadPage(on.page);
    asked.length = 0;
    await decide('analytics');
    await poll(() => count('around')).toBe(1);
    await atRest(on.page);
    expect([await inner(), await count('within'), asked]).toEqual(['closed', 0, []]);
  });

  it('I5: asks for nothing on a page that was under way when it was withdrawn', async () => {
    await visitPage(on.page, '/');
    asked.length = 0;
    let arrive = () => {};
    const decided = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await on.page.route('**/media', async (route) => {
      const response = await route.fetch();
      await decided;
      await route.fulfill({ response });
    });
    const under = on.page.waitForRequest('**/media');
    await on.page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), { href: '/media' });
      document.body.append(link);
      link.click();
    });
    await under;
    await decide('analytics');
    arrive();
    await poll(() => on.page.locator('h1').textContent()).toBe('media');
    await poll(() => count('around')).toBe(1);
    // Of an expression that holds still nothing has to come again.
    expect(await count('expression')).toBe(1);
    await atRest(on.page);
    expect([await inner(), await count('within'), asked]).toEqual(['closed', 0, []]);
    await decide('analytics', 'marketing');
    await poll(() => count('within')).toBe(1);
  });
});

describe('a gate in a server island', () => {
  it('I5: asks for nothing where its island comes after a withdrawal', async () => {
    await visitPage(on.page, '/traps');
    await decide('analytics', 'marketing');
    await poll(() => count('in-island')).toBe(1);
    await atRest(on.page);
    const asked: string[] = [];
    await on.page.route('http://vendors.invalid/in-island.gif', (route) => {
      asked.push(route.request().url());
      return route.fulfill({ body: '' });
    });
    let arrive = () => {};
    const decided = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await on.page.route('**/_server-islands/Island*', async (route) => {
      const response = await route.fetch();
      await decided;
      await route.fulfill({ response });
    });
    const under = on.page.waitForRequest('**/_server-islands/Island*');
    await on.page.reload();
    await under;
    await decide('analytics');
    await poll(() => on.page.locator('html').getAttribute('data-consent-granted')).toBe(
      'necessary analytics',
    );
    arrive();
    // What the site's own code has asked on the server is as old as its request.
    await poll(() => count('island-sees')).toBe(1);
    await atRest(on.page);
    expect([await count('in-island'), asked]).toEqual([0, []]);
    await decide('analytics', 'marketing');
    await poll(() => count('in-island')).toBe(1);
  });
});

describe('a gate that users write where their HTML is sanitized', () => {
  const write = (html: string) =>
    on.page.evaluate((text) => document.body.insertAdjacentHTML('beforeend', text), html);
  const gateOf = (attributes: string, held: string) =>
    `<div data-consent-gate="z" ${attributes} data-state="closed">${held}</div>`;

  it('does not turn text into markup', async () => {
    await visitPage(on.page, '/hold');
    const text = '&lt;img alt="" src="data:," onerror="ranTheirs = 1">&lt;script>ranTheirs = 1&lt;/script>';
    const held = `<template data-consent-text>${text}</template>`;
    await write(gateOf('id="theirs" data-consent-category="necessary"', held));
    await poll(() => on.page.locator('#theirs').textContent()).toContain('<script>');
    expect([await on.page.locator('#theirs img').count(), await ran('ranTheirs')]).toEqual([0, 0]);
  });

  it('I3: opens by no attribute', async () => {
    await visitPage(on.page, '/hold');
    const held = (id: string) => `<template><i id="${id}"></i></template>`;
    await write(gateOf('data-consent-category="marketing" data-allowed', held('theirs')));
    await write(gateOf('data-consent-category="necessary"', held('free')));
    await poll(() => count('free')).toBe(1);
    expect(await count('theirs')).toBe(0);
  });
});
