import { describe, expect, it } from 'vitest';
import { consentCookie } from './browser.ts';
import { poll, prepareVisits } from './visits.ts';

const on = prepareVisits();
const { visit, go, click, gates, recorded } = on;

/** Opens a page under Global Privacy Control where that is a decision (C11), and waits until it is kept. */
async function withSignal(path: string): Promise<void> {
  await visit({ 'cf-ipcountry': 'US', 'sec-gpc': '1' });
  await go(path);
  await recorded();
}

describe('C11: to allow a gate always, under Global Privacy Control', () => {
  it('decides nothing where the signal forbids it, and says so', async () => {
    await withSignal('/gate');
    await click('[data-consent-allow=always]');
    await on.page.waitForSelector('dialog[open]');
    expect(await on.page.textContent('dialog [role=status]')).toBe(on.cms.config.banner.labels.gpcHonored);
    expect(await gates()).toEqual(['closed', 'closed']);
    expect(await consentCookie(on.context)).toMatchObject({ s: 'g' });
    expect(on.decisionsSent()).toBe(1);
  });

  it('opens it all the same where the signal does not speak of it', async () => {
    await withSignal('/hold');
    await click('[data-consent-manage]');
    await click('dialog [data-consent-action=reject-all]');
    await poll(gates).not.toContain('open');
    // It waits for what the signal does not speak of.
    await click('[data-consent-category=functional] [data-consent-allow=always]');
    await poll(gates).toContain('open');
    expect(await consentCookie(on.context)).toMatchObject({ s: 'a', d: { functional: 1, marketing: 0 } });
  });
});
