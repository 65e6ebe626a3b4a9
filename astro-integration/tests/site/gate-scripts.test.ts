import { describe, expect, it } from 'vitest';
import { visitPage } from './browser.ts';
import { poll, preparePage } from './page-of-site.ts';

const on = preparePage();
const { ran, decide } = on;

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
});
