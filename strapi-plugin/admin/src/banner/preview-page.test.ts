import { createTestConfig } from '@permesso/consent-core';
import { bannerStyle } from '@permesso/consent-core/ui';
import { expect, it } from 'vitest';
import { bannerPreviewPage } from './preview-page';

const { banner, categories } = createTestConfig();
const untold = { ...banner, title: '', labels: { ...banner.labels, acceptAll: '' } };
const preview = (locale: string) =>
  bannerPreviewPage({
    ...{ banner: untold, facts: undefined, categories },
    model: 'opt-in',
    locale,
    scheme: 'dark',
  });

it("the admin's preview dresses the banner in the site's styles", () => {
  expect(bannerStyle).toContain('[data-consent-banner]');
  expect(preview('en')).toContain(bannerStyle);
});

it.each([
  ['fr', 'ltr', 'Tout accepter'],
  ['de-AT', 'ltr', 'Alle akzeptieren'],
  ['iw', 'rtl', 'אישור הכול'],
  ['ur', 'ltr', 'Accept all'],
])("what editors left empty says the site's words in %s", (locale, direction, acceptAll) => {
  const html = preview(locale);
  expect(html).toContain(`<html lang="${locale}" dir="${direction}"`);
  expect(html).toContain(`>${acceptAll}</button>`);
});

it('shows the note of a law only where something optional is on under it before a choice', () => {
  const note = (defaultInOptOut: boolean) =>
    bannerPreviewPage({
      ...{ banner, facts: undefined, model: 'opt-out', locale: 'en', scheme: 'light' },
      categories: categories.map((category) => ({ ...category, defaultInOptOut })),
    }).includes('data-consent-part="opt-out"');
  expect([note(true), note(false)]).toEqual([true, false]);
});
