import { expect, it } from 'vitest';
import { createTestConfig } from '../contract/default-config.ts';
import { interfaceTexts } from '../texts/index.ts';
import { toHtml } from './markup.ts';
import { preferencesForm } from './preferences-form.ts';

const config = createTestConfig({
  trackers: [{ id: 'matomo', name: 'Matomo', categoryKey: 'analytics', kind: 'script' }],
});
const state = { model: 'opt-in', gpc: false, needsReload: false, consentId: '', decidedAt: null } as const;
const html = (language: string) =>
  toHtml(
    preferencesForm({
      config,
      choices: {},
      state,
      texts: interfaceTexts(language),
      locale: language,
      language,
    }),
  );

it('says the language of each text where editors wrote in another one than the page', () => {
  expect(html('en-GB')).not.toContain(' lang=');
  const mixed = html('ar');
  expect(mixed).toMatch(/<h2 [^>]* lang="en" dir="auto">Privacy settings</);
  expect(mixed).toMatch(/<section data-consent-part="category" lang="en" dir="auto">/);
  expect(mixed).toMatch(/<summary [^>]* lang="ar" dir="auto">/);
  expect(mixed).toMatch(/<button [^>]*value="save"[^>]* lang="en" dir="auto">/);
});
