import { expect, it } from 'vitest';
import { createTestConfig } from '../contract/default-config.ts';
import { withBases } from '../rules/basis.ts';
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

it('says in one sentence why something is on without consent, and how to end it', () => {
  const bound = withBases(config.categories, { analytics: 'exempt', functional: 'objection' });
  const form = (gpc = false) =>
    toHtml(
      preferencesForm({
        config: { ...config, categories: bound },
        choices: { analytics: true, functional: true },
        state: { ...state, gpc },
        texts: interfaceTexts('fr'),
        locale: 'fr',
        language: 'fr',
      }),
    );
  const { basisExempt, basisObjection } = interfaceTexts('fr');
  expect(form()).toContain(
    `id="pc-category-analytics-basis" data-consent-part="basis" lang="fr" dir="auto">${basisExempt}`,
  );
  expect(form()).toContain(basisObjection.replaceAll("'", '&#39;'));
  expect(form()).toMatch(
    /checked[^>]*aria-describedby="pc-category-analytics-text pc-category-analytics-basis"/,
  );
  expect(form().match(/data-consent-part="basis"/g)).toHaveLength(2);
  expect(html('fr')).not.toContain('data-consent-part="basis"');
  // The signal is an objection, and the switch of what respects it says so.
  expect(form()).not.toContain('disabled');
  expect(form(true)).toMatch(/value="analytics" disabled/);
  expect(form(true)).toContain('Opt-out request honored');
});
