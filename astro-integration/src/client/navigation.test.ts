// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { attachNavigation } from './navigation.ts';
import { page } from './page.ts';

const heard: string[] = [];
let answer: () => void = () => {};
page().facts = { payload: { key: 'old', head: { name: 'pl-consent' } } } as never;
page().parts.store = {
  follow: ({ key }: { key: string }) => {
    heard.push(key);
    return new Promise<void>((resolve) => {
      answer = resolve;
    });
  },
} as never;
attachNavigation();

afterEach(() => {
  document.head.replaceChildren();
  document.body.replaceChildren();
  heard.length = 0;
});

const payload = (key: string) =>
  `<script type="application/json" data-consent-config>${JSON.stringify({ key })}</script>`;
const swap = () => document.dispatchEvent(new Event('astro:after-swap'));

/** Asks for a page as the router does; resolves when that may put it in place. */
function prepare(head: string): Promise<void> {
  const newDocument = new DOMParser().parseFromString(`<head>${head}</head>`, 'text/html');
  const event = Object.assign(new Event('astro:before-preparation'), { newDocument, loader: async () => {} });
  document.dispatchEvent(event);
  return event.loader();
}

describe('the page that client-side navigation leads to', () => {
  it('L: is judged by its own configuration before it is put in place', async () => {
    let ready = false;
    const prepared = prepare(payload('new')).then(() => {
      ready = true;
    });
    await expect.poll(() => heard).toEqual(['new']);
    expect(ready).toBe(false);
    answer();
    await prepared;
  });

  it('waits for nothing where its configuration is the present one', async () => {
    await prepare(payload('old'));
    expect(heard).toEqual([]);
  });

  it('is judged once it shows where somebody has loaded it in another way', () => {
    document.head.innerHTML = payload('new');
    swap();
    expect(heard).toEqual(['new']);
  });

  it('has no configuration in elements that users may write', () => {
    document.body.innerHTML = `<p data-consent-config>${JSON.stringify({ key: 'theirs' })}</p>`;
    swap();
    expect(heard).toEqual([]);
  });
});
