import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAdmin } from './browser.ts';
import type { Cms } from './cms.ts';

let cms: Cms;
let browser: Browser;
let page: Page;
/** Names of fields by `<type>.<field>`, and values of enumerations by themselves. */
let names: Record<string, string>;

beforeAll(async () => {
  ({ cms, browser, page } = await openAdmin());
  await page.evaluate(() => localStorage.setItem('strapi-admin-language', 'de'));
  const file = new URL('../../admin/src/translations/fields.de.json', import.meta.url);
  names = JSON.parse(await readFile(file, 'utf8'));
});

afterAll(() => browser?.close());

describe('an editor whose admin is in German', () => {
  it.each([
    ['category', 'Einwilligungskategorie'],
    ['tracker', 'Tracker'],
    ['processor', 'Auftragsverarbeiter'],
    ['legal-page', 'Rechtsseite'],
  ])('reads every field of a %s in German', async (type, name) => {
    await page.goto(`/admin/content-manager/collection-types/plugin::consent.${type}/create`);
    await page.getByRole('link', { name }).first().waitFor();
    const labels = page.getByRole('main').locator('label');
    await labels.first().waitFor();
    const shown = (await labels.allTextContents()).map((text) => text.replace(/\*$/, '').trim());
    const german = Object.keys(names).filter((key) => key.startsWith(`${type}.`));
    expect(german.length).toBeGreaterThan(4);
    expect(shown.filter((label) => !german.some((key) => names[key] === label))).toEqual([]);
  });

  // Strapi asks for a value by itself, whatever its type: one that other types of an app may have stays as it is.
  it.each([
    ['processor', 'processor.role', ['sub-processor', 'independent-controller', 'joint-controller']],
    ['processor', 'processor.transferMechanism', ['adequacy', 'dpf', 'scc', 'bcr', 'derogation']],
    ['tracker', 'tracker.loaderStrategy', ['afterDecision']],
    ['tracker', 'tracker.kind', ['cookie-only']],
  ])('chooses in German what is only the own of a %s: %s', async (type, field, values) => {
    await page.goto(`/admin/content-manager/collection-types/plugin::consent.${type}/create`);
    await page.getByRole('combobox', { name: names[field]! }).click();
    const options = page.getByRole('option');
    await options.first().waitFor();
    const shown = await options.allTextContents();
    expect(shown).toEqual(expect.arrayContaining(values.map((value) => names[value])));
    expect(shown.filter((option) => values.includes(option))).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it('reads in German why the server refuses something', async () => {
    const reason = 'Bis das Verfahren zu Ende ist';
    const { holds } = await cms.ask<{ holds: { id: string; reason: string }[] }>('/consent/records/holds', {
      consentId: crypto.randomUUID(),
      reason,
    });
    await page.goto('/admin/plugins/consent/records');
    await page.getByRole('button', { name: 'Aufbewahrungssperren' }).press('Enter');
    const hold = page.getByRole('dialog').getByRole('listitem').filter({ hasText: reason });
    await hold.getByRole('textbox', { name: 'Warum sie aufgehoben wird' }).fill('Verglichen');
    const { id } = holds.find((one) => one.reason === reason)!;
    await cms.ask(`/consent/records/holds/${id}/lift`, { reason: 'Settled by somebody else' });
    await hold.getByRole('button', { name: 'Aufheben' }).press('Enter');
    await page.getByText('Diese Aufbewahrungssperre gibt es nicht, oder sie ist aufgehoben.').waitFor();
  });
});
