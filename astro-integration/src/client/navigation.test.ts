// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { attachNavigation } from './navigation.ts';
import { page } from './page.ts';

const heard: string[] = [];
page().facts = { payload: { key: 'old' } } as never;
page().parts.store = { follow: ({ key }: { key: string }) => heard.push(key) } as never;
attachNavigation();

afterEach(() => {
  document.head.replaceChildren();
  document.body.replaceChildren();
  heard.length = 0;
});

const payload = (key: string) => JSON.stringify({ key });
const swap = () => document.dispatchEvent(new Event('astro:after-swap'));

describe('after client-side navigation', () => {
  it('a configuration that differs is judged anew', () => {
    document.head.innerHTML = `<script type="application/json" data-consent-config>${payload('new')}</script>`;
    swap();
    expect(heard).toEqual(['new']);
  });

  it('none is taken from elements that users may write', () => {
    document.body.innerHTML = `<p data-consent-config>${payload('theirs')}</p>`;
    swap();
    expect(heard).toEqual([]);
  });
});
