import { TCString } from '@iabtechlabtcf/core';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createVendorList } from '../../../playground/vendors/src/vendor-list.ts';
import { decodeTcString } from '../tcf/decoder.ts';
import { visitPage } from './browser.ts';
import { withoutConfig, withPayload } from './payloads.ts';
import {
  ADVERTISING,
  answers,
  askUnknown,
  heard,
  type ListeningPage,
  last,
  lastEvent,
  listen,
  noteReported,
  reported,
  said,
  type TcData,
} from './vendors-listening.ts';
import { poll, prepareVisits } from './visits.ts';

const ping = (page: Page) =>
  page.evaluate(
    () => new Promise<TcData>((resolve) => (window as unknown as ListeningPage).__tcfapi('ping', 2, resolve)),
  );

const DIALOG = 'dialog[data-consent-vendors]';
const at = (part: string, id: number) => `${DIALOG} input[name=${part}][value="${id}"]`;

describe("IAB's Transparency and Consent Framework", () => {
  const on = prepareVisits(ADVERTISING);
  afterEach(() => {
    on.cms.vendorList = createVendorList();
  });
  beforeAll(() => {
    on.cms.config.banner.quietPages = ['/kept'];
  });

  /** A visitor's page whose vendors are listening. */
  async function open(): Promise<Page> {
    await listen(on.page);
    await visitPage(on.page, '/');
    return on.page;
  }

  const openVendors = async (page: Page) => {
    await page.click(
      '[data-consent-manage]:visible, [data-consent-banner] [data-consent-action=customize]:visible',
    );
    await page.click('dialog[data-consent-preferences] [data-consent-tcf]');
    await page.waitForSelector(DIALOG);
  };

  it('has vendors wait until the visitor has decided, and grants all of them by acceptance', async () => {
    const page = await open();
    await lastEvent(page).toBe('cmpuishown');
    expect(await last(page)).toMatchObject({ gdprApplies: true, cmpStatus: 'loaded', tcString: '' });
    await on.accept();
    await lastEvent(page).toBe('useractioncomplete');
    const { tcString, addtlConsent } = await last(page);
    expect(decodeTcString(tcString!)).toMatchObject({
      cmpId: 31,
      cmpVersion: 4,
      publisherCountryCode: 'DE',
      consentLanguage: 'EN',
      vendorListVersion: 12,
      policyVersion: 5,
      purposes: [1, 2, 3],
      interests: [2, 7, 8],
      vendors: [1, 5],
      vendorInterests: [1, 2, 3],
      restrictions: [{ purpose: 4, type: 0, vendors: [1] }],
      disclosed: [1, 2, 3, 5],
    });
    expect([...TCString.decode(tcString!).vendorsDisclosed].flatMap(([id, is]) => (is ? [id] : []))).toEqual([
      1, 2, 3, 5,
    ]);
    expect(addtlConsent).toBe('2~43.89~dv.');
    expect((await heard(page)).map(([{ eventStatus }]) => eventStatus)).toEqual([
      'cmpuishown',
      'useractioncomplete',
    ]);
  });

  it('grants all of them by acceptance also where the page was made without a configuration', async () => {
    await on.page.route(`${on.site.url}/`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: withPayload(await response.text(), withoutConfig) });
    });
    const page = await open();
    await lastEvent(page).toBe('cmpuishown');
    await on.accept();
    await lastEvent(page).toBe('useractioncomplete');
    expect(await said(page)).toMatchObject({ purposes: [1, 2, 3], vendors: [1, 5] });
  });

  it('tells the next page at once, without asking', async () => {
    await open();
    await on.accept();
    await lastEvent(on.page).toBe('useractioncomplete');
    const before = await last(on.page);
    await visitPage(on.page, '/');
    await lastEvent(on.page).toBe('tcloaded');
    expect(await last(on.page)).toMatchObject({
      tcString: before.tcString,
      addtlConsent: before.addtlConsent,
    });
    expect(await on.root('consentUi')).toBe('closed');
  });

  it('grants nothing after a refusal, and objects to every legitimate interest', async () => {
    const page = await open();
    await on.reject();
    await lastEvent(page).toBe('useractioncomplete');
    expect(await said(page)).toMatchObject({
      purposes: [],
      interests: [],
      specialFeatures: [],
      vendors: [],
      vendorInterests: [3],
      disclosed: [1, 2, 3, 5],
    });
    expect((await last(page)).addtlConsent).toBe('2~~dv.43.89');
  });

  it('has a page of purposes and vendors on which nothing is on beforehand, and says just what was chosen there', async () => {
    const page = await open();
    await openVendors(page);
    expect(await page.locator(`${DIALOG} input:checked`).count()).toBe(0);
    expect(await page.locator(at('purposes', 4)).count(), 'what the publisher forbids').toBe(0);
    expect(await page.locator(at('vendorInterests', 3)).count(), 'what nobody can object to').toBe(0);
    await page.click(`${DIALOG} details[data-vendor="1"] summary`);
    await page.waitForSelector(`${DIALOG} details[data-vendor="1"] dd >> text=390 days`);
    const details = await page.locator(`${DIALOG} details[data-vendor="1"] dl`).textContent();
    expect(details).toContain('395 days (renewed with visits)');
    expect(details).toContain('Also uses storage other than cookies');
    expect(details).toContain('Measure how advertising performs (90 days)');
    for (const [part, id] of [
      ['purposes', 1],
      ['purposes', 3],
      ['interests', 7],
      ['vendors', 1],
      ['vendorInterests', 2],
      ['providers', 89],
    ] as const)
      await page.click(at(part, id));
    await page.click(`${DIALOG} button[value=save]`);
    await lastEvent(page).toBe('useractioncomplete');
    expect(await said(page)).toMatchObject({
      purposes: [1, 3],
      interests: [7],
      specialFeatures: [],
      vendors: [1],
      vendorInterests: [2, 3],
    });
    expect((await last(page)).addtlConsent).toBe('2~89~dv.43');
    expect(await on.root('consentGranted')).toContain('marketing');
    const { tcString } = await last(page);
    await visitPage(page, '/');
    await lastEvent(page).toBe('tcloaded');
    expect((await last(page)).tcString).toBe(tcString);
    await openVendors(page);
    const checked = await page
      .locator(`${DIALOG} input:checked`)
      .evaluateAll((all) => (all as HTMLInputElement[]).map(({ name, value }) => `${name} ${value}`));
    expect(checked.sort()).toEqual([
      'interests 7',
      'providers 89',
      'purposes 1',
      'purposes 3',
      'vendorInterests 2',
      'vendors 1',
    ]);
  });

  /** A page that has asked for its vendors, which are not known before the function that comes of it is called. */
  async function openWithoutVendors(): Promise<() => void> {
    let answer = () => {};
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await on.page.route('**/tcf.json*', (route) => isAnswered.then(() => route.continue()));
    await Promise.all([on.page.waitForRequest('**/tcf.json*'), on.page.goto('/')]);
    return answer;
  }

  it('has its button in preferences that were opened before the vendors are known', async () => {
    const answer = await openWithoutVendors();
    await on.click('[data-consent-banner] [data-consent-action=customize]');
    await on.page.waitForSelector('dialog[data-consent-preferences] [data-consent-part=body]');
    answer();
    await on.click('dialog[data-consent-preferences] [data-consent-tcf]');
    await on.page.waitForSelector(DIALOG);
  });

  it('opens as soon as the vendors are known where it was asked for before', async () => {
    const answer = await openWithoutVendors();
    await on.page.evaluate(() => {
      const button = document.createElement('button');
      button.dataset.consentTcf = '';
      document.body.append(button);
      button.click();
    });
    answer();
    await on.page.waitForSelector(DIALOG);
  });

  it('tells of what nobody is asked for, and who is behind each purpose', async () => {
    const page = await open();
    await openVendors(page);
    const section = (kind: string, id: number) =>
      page.locator(`${DIALOG} section:has(> details[data-kind=${kind}][data-id="${id}"])`);
    const namesIn = async (kind: string, id: number) => {
      await section(kind, id).locator('summary').click();
      await section(kind, id).locator('li').first().waitFor();
      return section(kind, id).locator('li').allTextContents();
    };
    expect(await section('purpose', 2).locator('summary').textContent()).toBe('Partners: 2');
    expect(await namesIn('purpose', 2)).toEqual(['Alder Ads', 'Dogwood Display']);
    expect(await section('special-purpose', 1).textContent()).toContain(
      'Keep systems safe and mend errors, in detail.',
    );
    expect(await namesIn('special-purpose', 1)).toEqual([
      'Alder Ads',
      'Birch Measurement',
      'Cedar Safety',
      'Dogwood Display',
    ]);
    expect(await namesIn('shared-feature', 1)).toEqual(['Alder Ads']);
    expect(await section('shared-feature', 2).count(), 'what no vendor does').toBe(0);
    expect(await section('special-purpose', 1).locator('input').count()).toBe(0);
    await page.click(`${DIALOG} details[data-vendor="1"] summary`);
    const data = page.locator(`${DIALOG} details[data-vendor="1"] dd >> text=Addresses on the network`);
    expect(await data.textContent()).toBe('Addresses on the network: The number of a connection.');
  });

  it('narrows what an acceptance has granted, and ends all with a refusal', async () => {
    const page = await open();
    await on.accept();
    await openVendors(page);
    await page.click(at('vendors', 5));
    await page.click(`${DIALOG} button[value=save]`);
    await poll(async () => (await said(page)).vendors).toEqual([1]);
    await page.click('[data-consent-manage]');
    await page.click('dialog [data-consent-action=reject-all]');
    await poll(async () => (await said(page)).vendors).toEqual([]);
    expect((await said(page)).interests).toEqual([]);
  });

  /** Saves the preferences with a category switched. */
  const switchCategory = async (page: Page, key: string) => {
    await page.click(
      '[data-consent-manage]:visible, [data-consent-banner] [data-consent-action=customize]:visible',
    );
    await page.click(`dialog [data-consent-toggle][value=${key}]`);
    await page.click('dialog [data-consent-action=save]');
    await page.waitForFunction(() => document.documentElement.dataset.consentUi === 'closed');
  };

  it('keeps a narrow choice of vendors where anything else is decided later', async () => {
    const page = await open();
    await openVendors(page);
    await page.click(at('purposes', 1));
    await page.click(at('vendors', 1));
    await page.click(`${DIALOG} button[value=save]`);
    await lastEvent(page).toBe('useractioncomplete');
    const narrow = {
      purposes: [1],
      interests: [],
      vendors: [1],
      vendorInterests: [3],
      disclosed: [1, 2, 3, 5],
    };
    expect(await said(page)).toMatchObject(narrow);
    await switchCategory(page, 'analytics');
    expect(await on.root('consentGranted')).toContain('analytics');
    expect(await said(page)).toMatchObject(narrow);
    expect((await last(page)).addtlConsent).toBe('2~~dv.43.89');
    await on.recorded(2);
    await visitPage(page, '/');
    await lastEvent(page).toBe('tcloaded');
    expect(await said(page)).toMatchObject(narrow);
    expect(await on.root('consentUi')).toBe('closed');
  });

  it('grants no vendor to whom nobody has said anything, where the category alone is switched on', async () => {
    const page = await open();
    await switchCategory(page, 'marketing');
    await lastEvent(page).toBe('useractioncomplete');
    expect(await on.root('consentGranted')).toContain('marketing');
    expect(await said(page)).toMatchObject({ purposes: [], interests: [], vendors: [] });
  });

  it.each(['save', 'accept-all'])(
    'grants nothing by the page of vendors (%s) that it does not show: no unsaved tick, no other category',
    async (button) => {
      const page = await open();
      await page.click('[data-consent-banner] [data-consent-action=customize]');
      await page.check('dialog [data-consent-toggle][value=analytics]');
      await page.click('dialog[data-consent-preferences] [data-consent-tcf]');
      await page.click(at('purposes', 1));
      await page.click(at('vendors', 1));
      await page.click(`${DIALOG} button[value=${button}]`);
      await lastEvent(page).toBe('useractioncomplete');
      expect((await said(page)).vendors).toEqual(button === 'save' ? [1] : [1, 5]);
      expect(await on.root('consentGranted')).toContain('marketing');
      expect(await on.root('consentGranted')).not.toMatch(/analytics|functional/);
    },
  );

  it('takes back what vendors were told as soon as it holds no longer, also where nobody is asked', async () => {
    const page = await open();
    await on.accept();
    await on.recorded();
    await visitPage(page, '/kept');
    await lastEvent(page).toBe('tcloaded');
    expect((await said(page)).vendors).toEqual([1, 5]);
    await on.context.clearCookies();
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await poll(async () => (await last(page)).tcString).toBe('');
    expect(await on.root('consentUi'), 'on a quiet page').toBe('closed');
  });

  it('takes back what vendors were told, also where the listener of one of them throws', async () => {
    await noteReported(on.page);
    await on.page.addInitScript(() => {
      if (window !== top) return;
      document.addEventListener('DOMContentLoaded', () =>
        (window as unknown as ListeningPage).__tcfapi('addEventListener', 2, () => {
          throw new Error('of a vendor');
        }),
      );
    });
    const page = await open();
    await on.accept();
    await poll(async () => (await said(page)).vendors).toEqual([1, 5]);
    await page.click('[data-consent-manage]');
    await page.click('dialog [data-consent-action=reject-all]');
    await poll(async () => (await said(page)).vendors).toEqual([]);
    expect(await reported(page)).toContain('of a vendor');
  });

  it('keeps a string that is longer than a cookie may be', async () => {
    const providers = Array.from({ length: 1200 }, (_, at) => ({
      id: at + 1000,
      name: `Provider ${at}`,
      policyUrl: 'https://fern.example',
    }));
    await on.context.route('**/tcf.json*', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ json: { ...(await response.json()), providers } });
    });
    const page = await open();
    await on.accept();
    await lastEvent(page).toBe('useractioncomplete');
    const { tcString, addtlConsent } = await last(page);
    expect(addtlConsent!.length).toBeGreaterThan(4096);
    await on.recorded();
    await visitPage(page, '/');
    await lastEvent(page).toBe('tcloaded');
    expect(await last(page)).toMatchObject({ tcString, addtlConsent });
  });

  it('does not ask in one tab who is deciding in another', async () => {
    const deciding = await open();
    const other = await on.context.newPage();
    await listen(other);
    await visitPage(other, '/');
    await lastEvent(other).toBe('cmpuishown');
    // Its vendors are not known yet, so that the string comes after the decision.
    let answer = () => {};
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await deciding.route('**/tcf.json*', async (route) => {
      await isAnswered;
      await route.continue();
    });
    // It does not come to rest while it waits for them.
    await deciding.goto('/');
    await switchCategory(deciding, 'marketing');
    await poll(async () => await other.evaluate(() => document.documentElement.dataset.consent)).toBe(
      'decided',
    );
    await poll(async () => (await last(other)).eventStatus).toBe('cmpuishown');
    answer();
    await lastEvent(other).toBe('useractioncomplete');
    expect(await other.evaluate(() => document.documentElement.dataset.consentUi)).toBe('closed');
    expect((await last(other)).tcString).toBe((await last(deciding)).tcString);
  });

  it('decides nothing where the page of vendors is left', async () => {
    const page = await open();
    await openVendors(page);
    await page.click(at('purposes', 1));
    await page.click(at('vendors', 1));
    await page.keyboard.press('Escape');
    await page.waitForSelector(DIALOG, { state: 'detached' });
    expect(await last(page)).toMatchObject({ tcString: '' });
    expect(await page.evaluate(() => document.cookie)).not.toContain('pl-consent');
  });

  it('asks again, and grants nothing meanwhile, where the string of a grant is gone', async () => {
    await open();
    await on.accept();
    await lastEvent(on.page).toBe('useractioncomplete');
    await on.recorded();
    await on.context.clearCookies({ name: 'pl-consent-tcf' });
    const page = on.page;
    await visitPage(page, '/');
    await lastEvent(page).toBe('cmpuishown');
    expect((await last(page)).tcString).toBe('');
    // The banner comes with a part of its own, vendors hear of it at once.
    await poll(() => on.root('consentUi')).toBe('banner');
    await on.accept();
    await lastEvent(page).toBe('useractioncomplete');
    expect((await said(page)).vendors).toEqual([1, 5]);
  });

  it.each<[string, Parameters<typeof createVendorList>[0]]>([
    ['policies are new', { vendorListVersion: 13, tcfPolicyVersion: 6 }],
  ])('asks again where the %s', async (_, changes) => {
    await open();
    await on.accept();
    await lastEvent(on.page).toBe('useractioncomplete');
    // As the site will hear of it from its CMS.
    await on.context.route('**/tcf.json*', async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      await route.fulfill({ json: { ...answer, list: { ...answer.list, ...changes } } });
    });
    await visitPage(on.page, '/');
    await lastEvent(on.page).toBe('cmpuishown');
    expect((await last(on.page)).tcString).toBe('');
  });

  it('says that the GDPR does not apply where visitors are not asked first', async () => {
    await on.visit({ 'cf-ipcountry': 'US' });
    const page = await open();
    await poll(async () => (await last(page)).gdprApplies).toBe(false);
    expect((await last(page)).tcString).toBeUndefined();
  });

  it('answers with failure where there is no list, and grants nothing', async () => {
    await on.context.route('**/tcf.json*', (route) => route.fulfill({ status: 503 }));
    const page = await open();
    await poll(async () => (await heard(page)).length).toBe(1);
    expect((await heard(page))[0]).toMatchObject([{ cmpStatus: 'error' }, false]);
    await on.accept();
    expect((await ping(page)).cmpStatus).toBe('error');
    expect((await heard(page)).length).toBe(1);
  });

  it('answers frames within the page', async () => {
    const page = await open();
    await on.accept();
    await lastEvent(page).toBe('useractioncomplete');
    await page.evaluate(() => {
      const frame = document.createElement('iframe');
      frame.name = 'asking';
      document.body.append(frame);
    });
    const answer = await page.frame('asking')?.evaluate(
      () =>
        new Promise((resolve) => {
          if (!('__tcfapiLocator' in parent.frames)) throw new Error('no frame says where to ask');
          addEventListener('message', ({ data }) => resolve(data));
          const call = { command: 'getTCData', version: 2, callId: 'a' };
          parent.postMessage({ __tcfapiCall: call }, '*');
        }),
    );
    expect(answer).toMatchObject({
      __tcfapiReturn: { callId: 'a', success: true, returnValue: { tcString: (await last(page)).tcString } },
    });
  });

  it('goes on where a frame asks for what it does not have, or somebody listens without a callback', async () => {
    await listen(on.page);
    const answer = await openWithoutVendors();
    await askUnknown(on.page, '__tcfapi');
    await on.page.evaluate(() =>
      (window as unknown as { __tcfapi(command: string, version: number): void }).__tcfapi(
        'addEventListener',
        2,
      ),
    );
    answer();
    await lastEvent(on.page).toBe('cmpuishown');
    expect(await answers(on.page)).toEqual([
      { __tcfapiReturn: { callId: 'name', returnValue: null, success: false } },
    ]);
    await on.accept();
    await lastEvent(on.page).toBe('useractioncomplete');
  });
});

describe('A site with client-side navigation', () => {
  const on = prepareVisits({
    options: { tcf: { cmpId: 31, publisherCountryCode: 'DE', category: 'marketing', vendors: [1, 2, 3, 5] } },
  });

  it('shows vendors in the language of the page that is open, and says so in the string', async () => {
    const page = on.page;
    await page.route('**/gate', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('lang="en"', 'lang="de"');
      await route.fulfill({ response, body });
    });
    await listen(page);
    await visitPage(page, '/');
    await lastEvent(page).toBe('cmpuishown');
    await on.follow('gate');
    await page.click('[data-consent-banner] [data-consent-action=customize]');
    await page.click('dialog[data-consent-preferences] [data-consent-tcf]');
    expect(await page.getAttribute(DIALOG, 'lang')).toBe('de');
    await page.click(`${DIALOG} button[value=accept-all]`);
    await lastEvent(page).toBe('useractioncomplete');
    expect(await said(page)).toMatchObject({ consentLanguage: 'DE', vendors: [1, 5] });
  });
});

describe('Pages that are the same for all', () => {
  const on = prepareVisits({
    options: { render: 'neutral', tcf: { cmpId: 31, publisherCountryCode: 'DE', category: 'marketing' } },
    astro: { srcDir: './usual', security: { csp: true } },
  });

  it('tell vendors what their visitor has decided, once it is known who that is', async () => {
    const page = on.page;
    await listen(page);
    await visitPage(page, '/');
    await lastEvent(page).toBe('cmpuishown');
    await on.reject();
    await lastEvent(page).toBe('useractioncomplete');
    await visitPage(page, '/');
    await lastEvent(page).toBe('tcloaded');
    expect(await said(page)).toMatchObject({ vendors: [], disclosed: [1, 2, 3, 5] });
    expect((await last(page)).addtlConsent, 'no providers of Google are named').toBeUndefined();
  });
});
