// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { page } from './page-state.ts';
import { startPage, watchMarkup } from './start-page.ts';

afterEach(() => vi.restoreAllMocks());

it('I2: looks at what is added alone, and serves the first markup that waits for consent', async () => {
  const served = vi.fn();
  page().parts.markup = { attachMarkup: served, attachVendors() {} };
  document.body.innerHTML = '<main></main>';
  watchMarkup();
  const searches = vi.spyOn(document.documentElement, 'querySelector');
  for (let at = 0; at < 50; at += 1) document.body.append('text', document.createElement('p'));
  await new Promise((resolve) => setTimeout(resolve));
  expect([searches.mock.calls.length, served.mock.calls.length]).toEqual([0, 0]);
  document.body.insertAdjacentHTML('beforeend', '<p><i data-consent-gate="1"></i></p>');
  await new Promise((resolve) => setTimeout(resolve));
  document.body.insertAdjacentHTML('beforeend', '<i data-consent-gate="2"></i>');
  await new Promise((resolve) => setTimeout(resolve));
  expect(served).toHaveBeenCalledTimes(1);
});

it('C3: has the rules of services loaded where something was decided since the head was read, and grants nothing until then', () => {
  const started = vi.fn(async () => null);
  page().parts.consent = { startStore: started, act() {} };
  const payload = { config: null, key: '', head: { name: 'pl-consent' }, visitor: true, gpc: false };
  const judged = { status: 'decided', decisions: { analytics: true } };
  page().facts = { payload, judged, gpc: false, cookie: '', has: () => false } as never;
  startPage();
  expect(started).not.toHaveBeenCalled();
  // biome-ignore lint/suspicious/noDocumentCookie: as another tab writes it
  document.cookie = 'pl-consent=another';
  dispatchEvent(new Event('storage'));
  expect(started).toHaveBeenCalledTimes(1);
  expect(page().facts).toMatchObject({ payload: { head: { store: 'services' } }, judged: { decisions: {} } });
});
