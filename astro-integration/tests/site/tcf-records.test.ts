import type { Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { visitPage } from './browser.ts';
import { ADVERTISING, last, lastEvent, listen } from './vendors-listening.ts';
import { poll, prepareVisits } from './visits.ts';

describe('The record of a decision about vendors', () => {
  const on = prepareVisits(ADVERTISING);

  /** What the record of the only decision says that vendors were told. */
  const recorded = async () => {
    await on.recorded();
    return on.cms.records[0]?.submission.tcString;
  };

  it.each(['accept', 'reject'] as const)(
    'F2: has the record name the string that vendors are told: %s',
    async (act) => {
      const { page } = on;
      await listen(page);
      await visitPage(page, '/');
      await lastEvent(page).toBe('cmpuishown');
      await on[act]();
      await lastEvent(page).toBe('useractioncomplete');
      expect(await recorded()).toBe((await last(page)).tcString);
    },
  );

  it('F2: has a record wait for its string while the vendors are not known yet', async () => {
    let answer = () => {};
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await on.context.route('**/tcf.json*', async (route) => {
      await isAnswered;
      await route.continue();
    });
    await listen(on.page);
    await on.page.goto('/');
    await on.reject();
    await expect.poll(on.waiting).toBe(true);
    answer();
    await lastEvent(on.page).toBe('tcloaded');
    expect(await recorded()).toBe((await last(on.page)).tcString);
  });

  it.each([
    ['does not come', (route: Route) => route.fulfill({ status: 503 })],
    ['takes too long', () => {}],
  ])('F4: sends a record without a string where the list %s', async (_, answer) => {
    await on.context.route('**/tcf.json*', answer);
    await listen(on.page);
    await on.page.goto('/');
    await on.accept();
    expect(await recorded()).toBeUndefined();
    expect(await on.root('consentGranted')).toContain('marketing');
  });

  it('F4: sends a record without a string where the page is left before there is one', async () => {
    await on.context.route('**/tcf.json*', () => {});
    await on.page.goto('/');
    await on.reject();
    // Before it waits for its string it waits for its turn among tabs: whoever leaves by then has it sent from their next page.
    await on.page.waitForFunction(() => {
      const page = (globalThis as { [key: symbol]: { hold?: { held: Map<unknown, unknown> } } })[
        Symbol.for('permesso.page')
      ];
      return page?.hold?.held.size === 1;
    });
    await on.page.goto('about:blank');
    await poll(on.decisionsSent).toBe(1);
    expect(on.cms.records[0]?.submission).not.toHaveProperty('tcString');
  });
});
