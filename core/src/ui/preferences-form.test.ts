import { describe, expect, it } from 'vitest';
import type { ConsentCookieV1 } from '../contract/config.ts';
import { createTestConfig } from '../contract/default-config.ts';
import { withBases } from '../rules/basis.ts';
import { type ConsentAction, decide } from '../rules/decide.ts';
import { resolveConsent } from '../rules/resolve.ts';
import { interfaceTexts } from '../texts/index.ts';
import { toHtml } from './markup.ts';
import { preferencesForm } from './preferences-form.ts';

const config = createTestConfig({
  trackers: [{ id: 'matomo', name: 'Matomo', categoryKey: 'analytics', kind: 'script' }],
});
const state = {
  model: 'opt-in',
  gpc: false,
  needsReload: false,
  consentId: '',
  decidedAt: null,
  source: null,
  cookie: null,
} as const;
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

describe('where the law lets optional categories be on before a choice', () => {
  const american = createTestConfig({
    jurisdiction: { country: 'US', model: 'opt-out' },
    categories: config.categories.map((category) =>
      category.key === 'functional' ? { ...category, respectGPC: false } : category,
    ),
  });
  const { basisObjection } = interfaceTexts('en');
  const decided = (action: ConsentAction) => decide(resolveConsent(null, american), american, action)!.cookie;

  /** The categories that say why they are on. */
  function saying(cookie: ConsentCookieV1 | null = null, gpc = false, of = american): string[] {
    const resolved = resolveConsent(cookie, of, { gpc });
    const written = toHtml(
      preferencesForm({
        config: of,
        choices: resolved.decisions,
        state: resolved,
        texts: interfaceTexts('en'),
        locale: 'en',
      }),
    );
    const said = [...written.matchAll(/id="pc-category-(\w+)-basis" data-consent-part="basis">([^<]*)</g)];
    expect(said.every(([, , text]) => text === basisObjection)).toBe(true);
    return said.map(([, key]) => key!);
  }

  it.each(['opt-out', 'notice', 'none'] as const)(
    'each that is on says why, and how to end it: %s',
    (model) => {
      const of = createTestConfig({ ...american, jurisdiction: { country: null, model } });
      expect(saying(null, false, of)).toEqual(['functional', 'analytics', 'marketing']);
    },
  );

  it('one that is off by default says nothing', () => {
    const categories = american.categories.map((category) => ({
      ...category,
      defaultInOptOut: category.key !== 'marketing',
    }));
    expect(saying(null, false, createTestConfig({ ...american, categories }))).toEqual([
      'functional',
      'analytics',
    ]);
  });

  it('nothing is said once the visitor has decided; to put the notice away is no decision', () => {
    for (const action of ['accept-all', 'reject-all', 'withdraw'] as const) {
      expect([action, saying(decided(action))]).toEqual([action, []]);
    }
    expect(saying(decided('dismiss'))).toEqual(['functional', 'analytics', 'marketing']);
  });

  it('one that was added after the decision says so, and those that the visitor decided on do not', () => {
    const categories = american.categories.filter(({ key }) => key !== 'marketing');
    const before = createTestConfig({ ...american, categories });
    for (const action of ['accept-all', 'reject-all'] as const) {
      const { cookie } = decide(resolveConsent(null, before), before, action)!;
      expect([action, saying(cookie)]).toEqual([action, ['marketing']]);
    }
  });

  it('one that the visitor left on beside what they switched off still says so', () => {
    const { cookie } = decide(resolveConsent(null, american), american, 'save', {
      draft: { marketing: false },
    })!;
    expect(saying(cookie)).toEqual(['functional', 'analytics']);
  });

  it('what a signal has refused says nothing of it; what the signal leaves on does', () => {
    expect(saying(null, true)).toEqual(['functional']);
  });
});

describe('where visitors decide service by service', () => {
  const byService = createTestConfig({
    granularity: 'service',
    trackers: [
      { id: '1', key: 'matomo', name: 'Matomo', categoryKey: 'analytics', kind: 'script' },
      {
        id: '2',
        key: 'heatmap',
        name: 'Heat map',
        categoryKey: 'analytics',
        kind: 'script',
        purpose: 'Clicks',
      },
      { id: '3', key: 'session', name: 'Session', categoryKey: 'necessary', kind: 'cookie-only' },
      { id: '4', name: 'Without a key', categoryKey: 'marketing', kind: 'script' },
    ],
  });
  const written = (choices: Record<string, boolean>, action?: string, gpc = false) =>
    toHtml(
      preferencesForm({
        config: byService,
        choices,
        state: { ...state, model: gpc ? 'opt-out' : 'opt-in', gpc },
        texts: interfaceTexts('en'),
        locale: 'en',
        ...(action && { action }),
      }),
    );
  const inputs = (html: string) => html.match(/<input[^>]*>/g) ?? [];
  const switchOf = (html: string, key: string) =>
    inputs(html).find((input) => input.includes(`value="${key}"`));

  it('each has a switch with a name, a state of its own, and a description', () => {
    const html = written({ analytics: false, matomo: true, heatmap: false });
    expect(switchOf(html, 'matomo')).toMatch(
      /role="switch" name="service".* checked data-consent-toggle="matomo"/,
    );
    expect(switchOf(html, 'heatmap')).not.toContain(' checked');
    expect(html).toContain('<label for="pc-service-heatmap"><strong>Heat map</strong></label>');
    expect(switchOf(html, 'heatmap')).toContain('aria-describedby="pc-service-heatmap-text"');
    expect(html).toContain('<p id="pc-service-heatmap-text">Clicks</p>');
  });

  it('one that was not decided on by itself shows what its category shows', () => {
    for (const all of [true, false]) {
      const html = written({ analytics: all });
      expect(switchOf(html, 'matomo')?.includes(' checked')).toBe(all);
    }
  });

  it('their category is a box, which can be mixed, and opens where it is', () => {
    expect(switchOf(written({}), 'analytics')).not.toContain('role=');
    expect(switchOf(written({}), 'marketing')).toContain('role="switch"');
    expect(written({ analytics: false, matomo: true })).toContain('<details open>');
    expect(written({ analytics: true })).not.toContain('<details open>');
  });

  it('what is required, or has no key, has no switch of its own', () => {
    const html = written({});
    expect(inputs(html).filter((input) => input.includes('name="service"'))).toHaveLength(2);
  });

  it('without scripts there is no sum, and each service is in sight', () => {
    const html = written({ analytics: true }, '/decide');
    expect(switchOf(html, 'analytics')).toBeUndefined();
    expect(switchOf(html, 'marketing')).toContain('name="category"');
    expect(html).toContain('<h3 id="pc-category-analytics-name">Analytics</h3>');
    expect(html).toContain('<details open>');
  });

  it('a signal that switches a category off switches off its services', () => {
    expect(switchOf(written({ analytics: true }, undefined, true), 'matomo')).toMatch(
      / disabled .*aria-describedby="pc-preferences-gpc"/,
    );
    expect(switchOf(written({ analytics: true }, undefined, true), 'matomo')).not.toContain(' checked');
  });
});
