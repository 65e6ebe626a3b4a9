import type { BrowserContext, Frame, Page } from 'playwright-core';

export { atRest, reloadPage, visitPage } from '../../../core/tests/adapter-contract/rest.ts';
export { launch } from '../page/browser.ts';

/** The decoded consent cookie of a context, or null. */
export async function consentCookie(context: BrowserContext): Promise<Record<string, unknown> | null> {
  const cookie = (await context.cookies()).find(({ name }) => name === 'pl-consent');
  return cookie ? JSON.parse(Buffer.from(cookie.value, 'base64url').toString()) : null;
}

/** Whether records of decisions wait to be sent. */
export function isUnsent(page: Page): Promise<boolean> {
  return page.evaluate(() => Object.keys(localStorage).some((key) => /^pl-consent:outbox:\d/.test(key)));
}

/** What Consent Mode was told: `default granted-signals…`, in order. */
export function consentModeCalls(page: Page | Frame): Promise<string[]> {
  return page.evaluate(() =>
    ((window as unknown as { dataLayer?: ArrayLike<unknown>[] }).dataLayer ?? [])
      .filter((call) => call[0] === 'consent')
      .map((call) => {
        const state = call[2] as Record<string, unknown>;
        const granted = Object.keys(state).filter((signal) => state[signal] === 'granted');
        return `${call[1]}: ${granted.join(' ')}`;
      }),
  );
}
