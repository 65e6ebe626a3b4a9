import { beforeEach, describe, expect, inject, it } from 'vitest';
import type { Window } from '../harness/engines/engine.ts';
import { firefox } from '../harness/engines/firefox.ts';
import {
  click,
  consent,
  cookies,
  count,
  eventually,
  hasFocus,
  isChecked,
  isShown,
  path,
  pressOn,
} from '../harness/engines/look.ts';
import { useEngine } from '../harness/engines/use-engine.ts';
import { webkit } from '../harness/engines/webkit.ts';
import { remoteVendors } from '../harness/vendors.ts';
import { COOKIE } from '../harness/visitor.ts';

const { at } = inject('stack');
const vendors = remoteVendors(at.vendors);

const BANNER = '[data-consent-banner]';
const ACCEPT = `${BANNER} [data-consent-action="accept-all"]`;
const REJECT = `${BANNER} [data-consent-action="reject-all"]`;
const MANAGE = '[data-consent-manage]';
const DIALOG = 'dialog[data-consent-preferences]';
const GATE = '[data-consent-gate]';
const MAP = 'iframe.map';

const inDialog = (action: string) => `${DIALOG} [data-consent-action="${action}"]`;
const toggle = (category: string) => `[data-consent-toggle="${category}"]`;

const ALL = { functional: 1, analytics: 1, marketing: 1 };
const NONE = { functional: 0, analytics: 0, marketing: 0 };

/** What a page of the site asks for once everything is granted: each third party once. */
const EACH_ONCE = {
  '/analytics.js': 1,
  '/collect': 1,
  '/marketing.js': 1,
  '/pixel.gif': 1,
  '/tag.js': 1,
  '/tag-ping': 1,
  '/chat.js': 1,
};

/** Decides on the banner and waits until it is gone and the decision kept. */
async function decide(page: Window, button: string): Promise<void> {
  await click(page, button);
  await eventually(() => isShown(page, BANNER)).toBe(false);
  await eventually(() => consent(page)).not.toBeNull();
}

/** Opens the preferences from the footer. */
async function manage(page: Window): Promise<void> {
  await click(page, MANAGE);
  await eventually(() => isShown(page, DIALOG)).toBe(true);
}

const gateState = (page: Window) =>
  page.evaluate((gate) => document.querySelector<HTMLElement>(gate)?.dataset.state, GATE);

/** Whether a control can be brought to where a visitor sees it and clicks on it. */
const canBeReached = (page: Window, control: string) =>
  page.evaluate((selector) => {
    const element = document.querySelector(selector)!;
    element.scrollIntoView({ block: 'nearest' });
    const { x, y, width, height } = element.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2) === element;
  }, control);

beforeEach(() => vendors.reset());

for (const engine of [firefox, webkit]) {
  const because = engine.missing ? ` (${engine.missing})` : '';
  // CI has every engine, or fails.
  describe.skipIf(engine.missing && !process.env.CI)(`${engine.name}${because}`, () => {
    const visitor = useEngine(engine, () => at.site);

    it('C2, C10: asks first, runs each third party once when all is granted, and asks no more', async () => {
      const { page } = await visitor();
      await page.open('/');
      await eventually(() => isShown(page, BANNER)).toBe(true);
      expect(await cookies(page)).toEqual({});
      expect(await vendors.hits()).toEqual({});
      await decide(page, ACCEPT);
      await eventually(vendors.hits).toEqual(EACH_ONCE);
      expect(await consent(page)).toMatchObject({ s: 'b', j: 'in', d: ALL });
      await vendors.reset();
      await page.reload();
      await eventually(vendors.hits).toEqual(EACH_ONCE);
      expect(await isShown(page, BANNER)).toBe(false);
    });

    it('C3, I5: runs nothing after a refusal, which a reload keeps', async () => {
      const { page } = await visitor();
      await page.open('/');
      await decide(page, REJECT);
      const refused = await consent(page);
      expect(refused).toMatchObject({ s: 'b', d: NONE });
      await page.reload();
      expect(await isShown(page, BANNER)).toBe(false);
      expect(await consent(page)).toEqual(refused);
      expect(Object.keys(await cookies(page))).toEqual([COOKIE]);
      expect(await vendors.hits()).toEqual({});
    });

    it('C10: shows every switch in the preferences and grants what was switched on alone', async () => {
      const { page } = await visitor();
      await page.open('/');
      await decide(page, REJECT);
      await manage(page);
      const height = await page.evaluate(
        (dialog) => document.querySelector(dialog)!.getBoundingClientRect().height,
        DIALOG,
      );
      expect(height).toBeGreaterThan(200);
      for (const category of Object.keys(ALL)) {
        expect(await canBeReached(page, toggle(category)), category).toBe(true);
      }
      await click(page, toggle('analytics'));
      await click(page, inDialog('save'));
      await eventually(() => isShown(page, DIALOG)).toBe(false);
      await eventually(() => consent(page)).toMatchObject({ s: 'p', d: { ...NONE, analytics: 1 } });
      await eventually(vendors.hits).toEqual({ '/analytics.js': 1, '/collect': 1 });
    });

    it('decides nothing by Enter in a switch of the dialog', async () => {
      const { page } = await visitor();
      await page.open('/');
      await decide(page, REJECT);
      const decided = await consent(page);
      await manage(page);
      await pressOn(page, toggle('analytics'), ' ');
      await page.press('Enter');
      // A decision would have closed it, and what is pressed next would not arrive.
      await pressOn(page, toggle('marketing'), ' ');
      await eventually(() => isChecked(page, toggle('marketing'))).toBe(true);
      expect(await isChecked(page, toggle('analytics'))).toBe(true);
      expect(await isShown(page, DIALOG)).toBe(true);
      expect(await consent(page)).toEqual(decided);
    });

    it('closes the dialog by Escape, which decides nothing and gives the focus back', async () => {
      const { page } = await visitor();
      await page.open('/');
      await decide(page, REJECT);
      const decided = await consent(page);
      // On a Mac a click gives a button no focus, be it in Safari or in Firefox.
      await page.evaluate(() => addEventListener('mousedown', (event) => event.preventDefault()));
      await manage(page);
      await click(page, toggle('analytics'));
      await page.press('Escape');
      await eventually(() => isShown(page, DIALOG)).toBe(false);
      await eventually(() => hasFocus(page, MANAGE)).toBe(true);
      expect(await consent(page)).toEqual(decided);
    });

    it('I4: follows what is decided in another window, be it granted or withdrawn', async () => {
      const { page, newWindow } = await visitor();
      await page.open('/embeds');
      const other = await newWindow();
      await other.open('/');
      await decide(other, ACCEPT);
      await eventually(() => isShown(page, BANNER)).toBe(false);
      await eventually(() => gateState(page)).toBe('open');
      await eventually(vendors.hits).toMatchObject({ '/embed': 1, '/analytics.js': 2 });
      await manage(other);
      await click(other, inDialog('withdraw'));
      await eventually(() => consent(other)).toMatchObject({ s: 'w', d: NONE });
      await eventually(() => gateState(page)).toBe('closed');
      expect(await count(page, MAP)).toBe(0);
    });

    it('I4: opens a gate for once, and for good with its category', async () => {
      const { page } = await visitor();
      await page.open('/embeds');
      expect(await gateState(page)).toBe('closed');
      expect(await count(page, MAP)).toBe(0);
      await click(page, `${GATE} [data-consent-allow="once"]`);
      await eventually(() => isShown(page, MAP)).toBe(true);
      await eventually(vendors.hits).toEqual({ '/embed': 1 });
      expect(await consent(page)).toBeNull();
      await page.reload();
      expect(await gateState(page)).toBe('closed');
      await decide(page, ACCEPT);
      await eventually(() => isShown(page, MAP)).toBe(true);
      await eventually(vendors.hits).toMatchObject({ '/embed': 2 });
      await page.reload();
      await eventually(() => isShown(page, MAP)).toBe(true);
    });

    it('I6: saves on the preferences page by Enter in a switch', async () => {
      const { page } = await visitor();
      await page.open('/_consent/preferences?return=/about');
      await click(page, toggle('analytics'));
      await pressOn(page, toggle('marketing'), 'Enter');
      await eventually(() => path(page)).toBe('/about');
      expect(await consent(page)).toMatchObject({ s: 'p', d: { ...NONE, analytics: 1 } });
    });

    it('shows on the preferences page what is kept, not old ticks, when it is loaded again or gone back to', async () => {
      const { page } = await visitor();
      await page.open('/_consent/preferences?return=/about');
      await click(page, toggle('analytics'));
      await page.reload();
      expect(await isChecked(page, toggle('analytics'))).toBe(false);
      await click(page, toggle('analytics'));
      await click(page, '[data-consent-action="save"]');
      await eventually(() => path(page)).toBe('/about');
      await manage(page);
      await click(page, inDialog('withdraw'));
      await eventually(() => consent(page)).toMatchObject({ s: 'w', d: NONE });
      // Not by the engine's client: Puppeteer waits for a load that a page kept in the back/forward cache has not.
      await page.evaluate(() => history.back());
      await eventually(() => path(page)).toBe('/_consent/preferences');
      expect(await isChecked(page, toggle('analytics'))).toBe(false);
    });

    it('C9, I3: withdraws, and removes the cookies that the trackers declare', async () => {
      const { page } = await visitor();
      await page.open('/');
      await decide(page, ACCEPT);
      await eventually(() => cookies(page)).toMatchObject({
        _va: expect.any(String),
        _vm_id: expect.any(String),
      });
      const given = await consent(page);
      await manage(page);
      const pings = async () => (await vendors.hits())['/tag-ping'] ?? 0;
      await eventually(pings).toBeGreaterThan(0);
      const before = await pings();
      await click(page, inDialog('withdraw'));
      await eventually(async () => Object.keys(await cookies(page))).toEqual([COOKIE]);
      // The tag that runs already hears of it, and says so.
      await eventually(pings).toBeGreaterThan(before);
      const withdrawn = await consent(page);
      expect(withdrawn).toMatchObject({ s: 'w', d: NONE });
      expect(withdrawn?.id).not.toBe(given?.id);
      await vendors.reset();
      await page.reload();
      expect(await isShown(page, BANNER)).toBe(false);
      expect(await vendors.hits()).toEqual({});
    });
  });
}
