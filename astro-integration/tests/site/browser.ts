import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

const path = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** A real Chromium: the system's own where there is one. */
export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: existsSync(path) ? path : undefined,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
}

/** The decoded consent cookie of a context, or null. */
export async function consentCookie(context: BrowserContext): Promise<Record<string, unknown> | null> {
  const cookie = (await context.cookies()).find(({ name }) => name === 'pl-consent');
  return cookie ? JSON.parse(Buffer.from(cookie.value, 'base64url').toString()) : null;
}

/** What Consent Mode was told: `default granted-signals…`, in order. */
export function consentModeCalls(page: Page): Promise<string[]> {
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
