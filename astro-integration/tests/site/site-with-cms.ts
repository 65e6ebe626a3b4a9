import { type ConsentConfig, cookieFor, encodeConsentCookie } from '@permesso/consent-core';
import { type FakeCms, serveCms } from './cms.ts';
import { buildSite, type Site, startSite } from './harness.ts';

/** The built site of the fixture with a CMS, which knows accounts by a cookie: for tests that ask it by HTTP. */
export async function startWithCms(): Promise<{ cms: FakeCms; site: Site; stop(): Promise<void> }> {
  const cms = await serveCms('http://vendors.invalid');
  const build = await buildSite({
    options: { cms: cms.url, accountCookie: 'account' },
    astro: { site: 'https://shop.example' },
  });
  const site = await startSite(build);
  return {
    cms,
    site,
    async stop() {
      await site.stop();
      await cms.stop();
      await build.remove();
    },
  };
}

export const id = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
export const now = () => Math.floor(Date.now() / 1000);

/** What a visitor has decided, as their page submits it. */
export function decisionUnder({ versions }: ConsentConfig, overrides: Record<string, unknown> = {}) {
  return {
    consentId: id,
    decisions: { functional: true, analytics: true, marketing: false },
    versions,
    source: 'banner' as const,
    decidedAt: now(),
    ...overrides,
  };
}

/** The cookie header of a decision. */
export function cookieOf(decision: ReturnType<typeof decisionUnder>): string {
  return `pl-consent=${encodeConsentCookie(cookieFor({ ...decision, model: 'opt-in' }))}`;
}
