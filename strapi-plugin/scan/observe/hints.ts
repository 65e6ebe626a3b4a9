import type { Page } from 'playwright-core';
import { LIMITS } from '../limits';
import { safeAddress } from '../safe-text';
import { within } from '../within';
import type { Decision, SeenRequest } from './observations';
import { toldTexts } from './untrusted-answers';

/** Hosts that a page has the browser look up or connect to in advance, which no request shows. */
export async function hints(page: Page, address: string, decision: Decision): Promise<SeenRequest[]> {
  const told = await within<unknown>(
    LIMITS.look,
    page.$$eval('link[rel~="preconnect"], link[rel~="dns-prefetch"]', (links) =>
      links.slice(0, 50).map((link) => (link as HTMLLinkElement).href),
    ),
    [],
  );
  const found = toldTexts(told, 50, LIMITS.addressLength);
  const own = URL.canParse(address) ? new URL(address).hostname : '';
  return found
    .filter((url) => URL.canParse(url))
    .map((url) => ({ url, host: new URL(url).hostname }))
    .filter(({ host }) => host && host !== own && !host.endsWith(`.${own}`) && !own.endsWith(`.${host}`))
    .map(({ url, host }) => ({
      page: safeAddress(address),
      decision,
      url: safeAddress(url),
      host,
      kind: 'hint',
      method: '',
      sameSite: false,
      navigation: false,
      at: Date.now(),
      origin: { by: 'parser' as const, address: safeAddress(address), stack: [] },
      status: null,
    }));
}
