import { beforeAll, describe, expect, it } from 'vitest';
import { poll, prepareVisits } from './visits.ts';

const on = prepareVisits();
const { visit, go, click, recorded, banner, root, gates, follow } = on;

beforeAll(() => {
  // One page made for its visitor, one that is the same for all.
  on.cms.config.banner.quietPages = ['/gate', '/prerendered'];
});

/** The page shows no banner, also once it knows its visitor. */
async function expectQuiet(): Promise<void> {
  await poll(() => on.page.evaluate(() => document.documentElement.dataset.consent)).toBe('undecided');
  expect([await root('consentUi'), await banner().isVisible()]).toEqual(['closed', false]);
}

describe('a page on which the banner keeps quiet', () => {
  it('C2: shows none, runs nothing, and has the preferences open', async () => {
    await go('/gate');
    await expectQuiet();
    expect(await banner().count()).toBe(0);
    expect(await gates()).toEqual(['closed', 'closed']);
    expect([on.vendors.hits, await on.context.cookies()]).toEqual([{}, []]);
    await click('[data-consent-manage]');
    await click('dialog[open] [data-consent-action=reject-all]');
    await recorded();
    expect(on.cms.records[0]?.submission.source).toBe('preferences');
  });

  it('shows none where the page is the same for all', async () => {
    await go('/prerendered');
    await poll(() => on.page.evaluate(() => sessionStorage.length)).toBe(1);
    await expectQuiet();
    await go('/');
    expect(await banner().isVisible()).toBe(true);
  });

  it('I4: shows none on the way, and the banner before and after', async () => {
    await go('/');
    expect(await banner().isVisible()).toBe(true);
    for (const quiet of ['gate', 'prerendered']) {
      await follow(quiet);
      await expectQuiet();
      await follow('home');
      expect(await banner().isVisible()).toBe(true);
    }
  });

  it('C10: takes no silence for consent, and changes nothing about what the law allows', async () => {
    await visit({ 'cf-ipcountry': 'US' });
    await go('/gate');
    await expectQuiet();
    await poll(gates).toEqual(['open', 'open']);
    await on.page.keyboard.press('Escape');
    await follow('home');
    expect(await banner().isVisible()).toBe(true);
    const names = (await on.context.cookies()).map(({ name }) => name);
    expect([on.cms.records, names]).toEqual([[], expect.not.arrayContaining(['pl-consent'])]);
  });
});
