// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { arriveAtPage, leavePage, preparePage } from './navigation.ts';
import { page } from './page-state.ts';
import type { ConsentStore } from './store.ts';

const heard: string[] = [];
let answer: () => void = () => {};
page().facts = { payload: { key: 'old', head: { name: 'pl-consent' } } } as never;
page().parts.consent = { startStore: async () => ({}) as ConsentStore, act() {} };
page().parts.visitor = {
  askConfig: async () => {},
  askWithoutConfig: async () => {},
  renewConfig() {},
  keepBanner() {},
  followPage: (_, { key }) => {
    heard.push(key);
    return new Promise<void>((resolve) => {
      answer = resolve;
    });
  },
};

afterEach(() => {
  document.head.replaceChildren();
  document.body.replaceChildren();
  heard.length = 0;
});

const payload = (key: string) =>
  `<script type="application/json" data-consent-config>${JSON.stringify({ key })}</script>`;

/** Asks for a page as a router does; resolves when that may put it in place. */
function prepare(head: string): Promise<void> {
  const next = new DOMParser().parseFromString(`<head>${head}</head>`, 'text/html');
  return preparePage(
    async () => {},
    () => next,
    false,
  );
}

describe('the page that client-side navigation leads to', () => {
  it('L: is judged by its own configuration before it is put in place', async () => {
    let isReady = false;
    const prepared = prepare(payload('new')).then(() => {
      isReady = true;
    });
    await expect.poll(() => heard).toEqual(['new']);
    expect(isReady).toBe(false);
    answer();
    await prepared;
  });

  it('waits for nothing where its configuration is the present one', async () => {
    await prepare(payload('old'));
    expect(heard).toEqual([]);
  });

  it('is judged once it shows where somebody has loaded it in another way', async () => {
    document.head.innerHTML = payload('new');
    void arriveAtPage();
    await expect.poll(() => heard).toEqual(['new']);
  });

  it('has no configuration in elements that users may write', () => {
    document.body.innerHTML = `<p data-consent-config>${JSON.stringify({ key: 'theirs' })}</p>`;
    void arriveAtPage();
    expect(heard).toEqual([]);
  });

  it('I5: is loaded again where something was decided while it was under way, but not the answer to a form', async () => {
    const loads = async (isPosted: boolean) => {
      let times = 0;
      const load = async () => {
        times += 1;
        // biome-ignore lint/suspicious/noDocumentCookie: a decision in another tab
        if (times === 1) document.cookie = `pl-consent=${Math.random()}; Path=/`;
      };
      await preparePage(load, () => document, isPosted);
      return times;
    };
    expect(await loads(false)).toBe(2);
    expect(await loads(true)).toBe(1);
  });

  it('L: is the first to say a configuration where the page before knew none, and its store knows services', async () => {
    const { facts, parts } = page();
    const { payload: before } = facts!;
    let known: string | null | undefined;
    const startStore = async () => {
      known = page().facts?.payload.config?.locale;
      return {} as ConsentStore;
    };
    parts.services = { startStore, act() {} };
    facts!.payload = { ...before, key: '', config: null };
    const prepared = prepare(
      `<script data-consent-config type="text/plain">${JSON.stringify({ key: 'new', visitor: true, config: { locale: 'en' } })}</script>`,
    );
    await expect.poll(() => heard).toEqual(['new']);
    expect(known).toBe('en');
    answer();
    await prepared;
    facts!.payload = before;
  });

  it('takes over what the root says of consent', () => {
    document.documentElement.dataset.consentUi = 'closed';
    const next = new DOMParser().parseFromString('<p>', 'text/html');
    leavePage(next);
    expect(next.documentElement.dataset.consentUi).toBe('closed');
  });
});
