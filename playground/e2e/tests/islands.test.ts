import { describe, expect, inject, it } from 'vitest';
import { button, decide, manageButton, preferences } from '../harness/banner.ts';
import { useVisitors } from '../harness/use-visitors.ts';

const { at } = inject('stack');
const visitor = useVisitors(() => at.site);

const FRAMEWORKS = ['react', 'preact', 'solid', 'vue', 'svelte'];

describe('islands of five frameworks on one page', () => {
  it('I4: all follow what the visitor decides in the banner, and later in the preferences', async () => {
    const { page, open } = await visitor({ country: 'DE' });
    const said = () =>
      Promise.all(FRAMEWORKS.map((name) => page.locator(`[data-island=${name}] p`).textContent()));
    await open('/islands');
    await expect.poll(said).toEqual(FRAMEWORKS.map(() => 'undecided: –'));
    await decide(page, 'accept-all');
    await expect.poll(said).toEqual(FRAMEWORKS.map(() => 'decided: functional, analytics, marketing'));
    await manageButton(page).click();
    await button(preferences(page), 'reject-all').click();
    await expect.poll(said).toEqual(FRAMEWORKS.map(() => 'decided: –'));
  });

  it('each opens the preferences by a method of the store', async () => {
    const { page, open } = await visitor({ country: 'DE' });
    await open('/islands');
    await decide(page, 'reject-all');
    for (const name of FRAMEWORKS) {
      await page.locator(`[data-island=${name}] button`).click();
      await preferences(page).waitFor();
      await page.keyboard.press('Escape');
      await preferences(page).waitFor({ state: 'hidden' });
    }
  });
});
