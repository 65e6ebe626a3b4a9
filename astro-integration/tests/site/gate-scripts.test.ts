import { describe, expect, it } from 'vitest';
import { visitPage } from './browser.ts';
import { poll, preparePage } from './page-of-site.ts';

const on = preparePage();
const { ran, count, decide } = on;

/** Opens a page, and adds a gate to it. */
async function withGate(held: string): Promise<void> {
  await visitPage(on.page, '/hold');
  const gate = `<div data-consent-gate="added" data-consent-category="functional" data-state="closed"><template>${held}</template></div>`;
  await on.page.evaluate((html) => document.body.insertAdjacentHTML('beforeend', html), gate);
}

describe('the scripts of a gate', () => {
  it('wait for none that is for earlier browsers, which this one leaves alone', async () => {
    const asked: string[] = [];
    on.page.on('request', (request) => asked.push(request.url()));
    await withGate(
      '<script nomodule src="http://vendors.invalid/earlier.js"></script><script>window.next = 1;</script>',
    );
    await decide('functional');
    await poll(() => ran('next')).toBe(1);
    expect(asked).not.toContain('http://vendors.invalid/earlier.js');
  });

  it('run once per document also where their type is one of earlier times, and a reload ends them (C12)', async () => {
    const types = [
      'application/javascript',
      'text/JavaScript',
      ' text/ecmascript ',
      'text/x-javascript',
      'application/x-ecmascript',
      'text/javascript1.5',
      'text/jscript',
      'text/livescript',
      'Module',
    ];
    const scripts = types.map(
      (type) => `<script type="${type}">(window.types ??= []).push('${type}');</script>`,
    );
    await withGate(`<b id="within"></b>${scripts.join('')}`);
    for (const granted of [['functional'], [], ['functional']]) {
      await decide(...granted);
      await poll(() => count('within')).toBe(granted.length);
    }
    await poll(() => on.page.evaluate(() => (window as unknown as { types: string[] }).types)).toEqual(types);
    await poll(() => on.page.locator('[data-consent-reload]').count()).toBe(1);
  });

  it('leave alone what no browser runs', async () => {
    await withGate(
      '<script type="application/ld+json" src="http://vendors.invalid/none.js"></script><script>window.next = 1;</script>',
    );
    await decide('functional');
    await poll(() => ran('next')).toBe(1);
    expect(await on.page.locator('[data-consent-content] script[type="application/ld+json"]').count()).toBe(
      1,
    );
  });
});
