import {
  type ConsentConfig,
  type ConsentGranularity,
  type ConsentTracker,
  withServices,
} from '@permesso/consent-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atRest, consentCookie } from './browser.ts';
import { preparePreferences } from './preferences-visits.ts';
import { poll } from './visits.ts';

const on = preparePreferences();
const { go, open, choose, toggle, gates } = on;

describe('where visitors decide service by service', () => {
  const tracker = (key: string, categoryKey: string, more: Partial<ConsentTracker> = {}): ConsentTracker => ({
    id: `id-${key}`,
    key,
    name: `The ${key}`,
    categoryKey,
    kind: 'iframe',
    ...more,
  });
  const script = (key: string) =>
    tracker(key, 'analytics', {
      kind: 'script',
      cookies: [{ name: `_${key}`, storage: 'cookie' }],
      loader: { src: `${on.vendors.url}/${key}.js`, strategy: 'afterDecision', consentModeManaged: false },
    });
  let published: ConsentConfig;

  /** Each test is of another country: what a site knows of one it keeps for a minute. */
  const publish = async (country: string, granularity: ConsentGranularity) => {
    await on.context.setExtraHTTPHeaders({ 'x-country': country });
    const trackers = [
      tracker('player', 'functional'),
      tracker('map', 'functional'),
      script('counter'),
      script('heatmap'),
    ];
    Object.assign(on.cms.config, withServices({ ...published, granularity, trackers }));
  };
  beforeAll(() => {
    published = structuredClone(on.cms.config);
  });
  afterAll(() => {
    delete on.cms.config.granularity;
    delete on.cms.config.services;
    Object.assign(on.cms.config, published);
  });

  const stateOf = (key: string) =>
    on.page
      .locator(`dialog [data-consent-toggle=${key}]`)
      .evaluate((box: HTMLInputElement) => (box.indeterminate ? 'mixed' : box.checked));
  const switchOn = async (key: string) => {
    const details = on.page.locator('dialog details', {
      has: on.page.locator(`[data-consent-toggle=${key}]`),
    });
    if (!(await details.evaluate((element: HTMLDetailsElement) => element.open)))
      await details.locator('summary').click();
    await toggle(key);
  };
  const loaded = () =>
    on.page
      .locator('head [data-consent-tracker]')
      .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.consentTracker));

  it('each has its switch, and the box of its category is the sum: by keyboard, in cookie, record, gates and trackers', async () => {
    await publish('FR', 'service');
    await go('/services');
    expect(await gates()).toEqual(['closed', 'closed', 'closed']);
    await open();
    expect(on.asked).toContain('services');
    expect([await stateOf('functional'), await stateOf('player')]).toEqual([false, false]);
    await switchOn('player');
    expect([await stateOf('functional'), await stateOf('player'), await stateOf('map')]).toEqual([
      'mixed',
      true,
      false,
    ]);
    const tree = await on.page.locator('dialog').ariaSnapshot();
    expect(tree).toContain('checkbox "Functional" [checked=mixed]');
    expect(tree).toContain('switch "The player" [checked]');
    // Pressed, what is mixed is on as a whole, and then off.
    await on.page.focus('dialog [data-consent-toggle=functional]');
    await on.page.keyboard.press('Space');
    expect([await stateOf('functional'), await stateOf('map')]).toEqual([true, true]);
    await on.page.focus('dialog [data-consent-toggle=map]');
    await on.page.keyboard.press('Space');
    await switchOn('counter');
    await choose('save');
    await poll(gates).toEqual(['open', 'closed', 'closed']);
    await poll(loaded).toEqual(['id-counter']);
    const cookie = await consentCookie(on.context);
    expect(cookie).toMatchObject({
      d: { functional: 0, analytics: 0, marketing: 0 },
      x: { player: 1, map: 0, counter: 1, heatmap: 0 },
    });
    await poll(() => on.cms.records.length).toBe(1);
    expect(on.cms.records[0]!.submission.services).toEqual({
      player: true,
      map: false,
      counter: true,
      heatmap: false,
    });
  });

  it('hold on the next page, where the store knows them, and are cleaned up one by one', async () => {
    await publish('FR', 'service');
    await go('/services');
    await open();
    await switchOn('counter');
    await switchOn('heatmap');
    await choose('save');
    await poll(loaded).toEqual(['id-counter', 'id-heatmap']);
    expect((await consentCookie(on.context))?.x).toBeUndefined();
    await on.page.evaluate(() => {
      // biome-ignore lint/suspicious/noDocumentCookie: what a tracker does
      for (const name of ['_counter', '_heatmap']) document.cookie = `${name}=1; path=/`;
    });
    await open();
    await switchOn('counter');
    await choose('save');
    const cookies = () => on.page.evaluate(() => document.cookie);
    await poll(cookies).not.toContain('_counter');
    expect(await cookies()).toContain('_heatmap');
    await go('/services');
    await poll(loaded).toEqual(['id-heatmap']);
    await open();
    expect(await stateOf('analytics')).toBe('mixed');
    await choose('reject-all');
    await poll(cookies).not.toContain('_heatmap');
  });

  it('a gate allows its service alone', async () => {
    await publish('FR', 'service');
    await go('/services');
    await on.page.click('[data-consent-banner] [data-consent-action=reject-all]');
    await on.page
      .locator('[data-consent-gate]', { hasText: 'The map' })
      .locator('[data-consent-allow=always]')
      .click();
    await poll(gates).toEqual(['closed', 'open', 'closed']);
    expect((await consentCookie(on.context))?.x).toEqual({ map: 1, player: 0 });
    await go('/services');
    await poll(gates).toEqual(['closed', 'open', 'closed']);
  });

  it('where they decide on categories a gate of a service allows its category, and refusals by name hold', async () => {
    await publish('FR', 'service');
    await go('/services');
    await on.page.click('[data-consent-banner] [data-consent-action=accept-all]');
    await poll(gates).toEqual(['open', 'open', 'open']);
    await open();
    await switchOn('map');
    await choose('save');
    await poll(gates).toEqual(['open', 'closed', 'closed']);
    await publish('IT', 'category');
    await go('/services');
    await poll(gates).toEqual(['closed', 'closed', 'closed']);
    await open();
    expect(await on.page.locator('dialog [name=service]').count()).toBe(0);
    await on.page.keyboard.press('Escape');
    await on.page.locator('[data-consent-gate] [data-consent-allow=always]').first().click();
    await poll(gates).toEqual(['open', 'open', 'open']);
  });

  it('on a page that was built before, too', async () => {
    await publish('FR', 'service');
    await on.page.goto('/prerendered');
    await atRest(on.page);
    await open();
    await switchOn('map');
    expect([await stateOf('functional'), await stateOf('player'), await stateOf('map')]).toEqual([
      'mixed',
      false,
      true,
    ]);
    await choose('save');
    await poll(async () => (await consentCookie(on.context))?.x).toEqual({ map: 1, player: 0 });
  });

  it('I6: without scripts each service is ticked on the page of the preferences', async () => {
    await publish('FR', 'service');
    await go('/');
    await on.page.goto('/_consent/preferences');
    expect(await on.page.locator('[value=functional]').count()).toBe(0);
    await on.page.check('[value=player]');
    await on.page.click('[data-consent-action=save]');
    await poll(() => consentCookie(on.context)).toMatchObject({
      d: { functional: 0 },
      x: { player: 1, map: 0 },
    });
  });
});
