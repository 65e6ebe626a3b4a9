// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { createTestConfig } from '../contract/default-config.ts';
import { interfaceTexts } from '../texts/index.ts';
import { type BannerInput, bannerElement } from './banner.ts';
import { bannerFacts } from './banner-facts.ts';
import { gatePlaceholder } from './gate-placeholder.ts';
import { manageButton } from './manage-button.ts';
import { type Element, toDom, toHtml, toStyledHtml } from './markup.ts';
import { preferencesForm, reloadNotice } from './preferences-form.ts';
import { preferencesPage } from './preferences-page.ts';

const config = createTestConfig({
  banner: { links: { privacy: '/privacy?a=1&b=2', cookies: 'javascript:alert(1)' } },
});
const texts = interfaceTexts('en');
const state = {
  model: 'opt-in',
  gpc: false,
  needsReload: true,
  consentId: 'an-id',
  decidedAt: 1,
  source: 'banner',
  cookie: null,
} as const;
const preferences = { config, choices: {}, state, texts, locale: 'en' };
const bannerInput: BannerInput = {
  banner: config.banner,
  model: 'opt-in',
  notes: [],
  texts,
  basePath: '/_consent',
  returnTo: '/page?"<',
  due: true,
  direction: 'ltr',
};
const gate = { category: { or: ['analytics', 'maps'] }, config, texts, preferences: '/_consent/preferences' };
const page = { address: '/_consent/preferences', returnTo: '/', locale: 'de' };

const elements: Record<string, Element> = {
  banner: bannerElement(bannerInput),
  'banner of a page that is the same for all': bannerElement({ ...bannerInput, due: false }),
  'placeholder of a gate': gatePlaceholder(gate),
  'manage button': manageButton({ banner: config.banner, texts, honorsGpc: true, page }),
  'form of the preferences': preferencesForm(preferences),
  'preferences page': preferencesPage({ ...preferences, action: '/_consent/decide' }, { return: '/' }, '/'),
  'reload notice': reloadNotice(preferences) as Element,
};

describe('the interface, described once', () => {
  it.each(Object.entries(elements))('is the same as HTML and as elements: %s', (_, element) => {
    const parsed = document.createElement('body');
    parsed.innerHTML = toHtml(element);
    expect(parsed.children).toHaveLength(1);
    const built = toDom(element);
    // What is left out is an empty text among elements.
    built.normalize();
    expect(parsed.firstElementChild?.isEqualNode(built)).toBe(true);
  });

  it('takes its style along, which is no text of it', () => {
    const html = toStyledHtml(bannerElement(bannerInput), 'a > b { content: "&" }');
    expect(html).toMatch(/^<section [^>]*><style>a > b \{ content: "&" \}<\/style><form /);
  });
});

describe('the banner', () => {
  describe('says what consent has to know', () => {
    const tracker = (name: string, categoryKey: string, vendor?: string) =>
      ({ id: name, name, categoryKey, kind: 'script', ...(vendor && { vendor }) }) as const;
    const trackers = [
      tracker('Analytics', 'analytics', 'Google'),
      tracker('Ads', 'marketing', 'Google'),
      tracker('Pixel', 'marketing'),
      tracker('Own statistics', 'analytics', 'Shop Ltd'),
      tracker('Session', 'necessary', 'Host Inc'),
    ];
    const facts = (input: Partial<BannerInput>) => {
      const element = toDom(bannerElement({ ...bannerInput, ...input })) as HTMLElement;
      return [...element.querySelectorAll('[data-consent-part=facts] span')].map(
        ({ textContent }) => textContent,
      );
    };

    it('who asks, what for, how many others take part, and where it is withdrawn', () => {
      const banner = { ...config.banner, controller: 'Shop Ltd' };
      expect(facts({ banner, facts: bannerFacts({ ...config, banner, trackers }) })).toEqual([
        'Controller: Shop Ltd',
        'Purposes: Functional, Analytics, Marketing',
        'Third parties: 2',
        'Withdraw consent: Privacy settings',
      ]);
    });

    it('as far as it is known, and keeps a place for the rest in a page that is the same for all', () => {
      expect(facts({})).toEqual([]);
      const empty = { controller: '', purposes: '', thirdParties: '' };
      expect(facts({ facts: empty })).toEqual(['Withdraw consent: Privacy settings']);
      expect(facts({ due: false })).toHaveLength(4);
    });
  });

  it('links what leads somewhere, and nothing that runs', () => {
    const html = toHtml(elements.banner);
    expect(html).toContain('<a data-consent-link="privacy" href="/privacy?a=1&amp;b=2">Privacy policy</a>');
    expect(html).not.toContain('javascript:');
    expect(html).not.toContain('data-consent-link="cookies"');
  });

  it('keeps a place for what its visitor may have, where the page is the same for all', () => {
    const html = toHtml(elements['banner of a page that is the same for all']);
    expect(html).toContain('<a data-consent-link="cookies" hidden>');
    expect(html).toContain('<p data-consent-part="changed" hidden>');
  });

  it('says to a router what the site wants said, and nothing by itself', () => {
    const form = (formAttributes?: BannerInput['formAttributes']) =>
      toHtml(bannerElement({ ...bannerInput, formAttributes })).match(/<form[^>]*>/)?.[0];
    expect(form()).toBe('<form method="post" action="/_consent/decide">');
    expect(form({ 'data-reload': true })).toBe('<form data-reload method="post" action="/_consent/decide">');
  });
});

describe('the placeholder of a gate', () => {
  it('names categories as editors do, and unknown ones by their keys', () => {
    const label = config.categories.find(({ key }) => key === 'analytics')?.label;
    expect(toHtml(gatePlaceholder(gate))).toContain(`aria-label="${label}, maps"`);
  });

  it('C8: offers nothing where nothing can be allowed', () => {
    const off = gatePlaceholder({ ...gate, config: { ...config, enabled: false } });
    expect(toHtml(off)).not.toMatch(/<button|<noscript/);
  });
});

describe('the manage button', () => {
  it('is a plain button where the site has no preferences page', () => {
    expect(toHtml(manageButton({ banner: undefined, texts, honorsGpc: false }))).toMatch(
      /^<form method="get" data-consent-part="manage"><button type="button" data-consent-manage>/,
    );
  });

  it('marks the language of what editors wrote, not of a label of the page', () => {
    const input = { banner: config.banner, texts, honorsGpc: false, language: 'en', bannerLanguage: 'fr' };
    expect(toHtml(manageButton(input))).toContain(
      '<button type="button" data-consent-manage lang="fr" dir="auto">',
    );
    expect(toHtml(manageButton({ ...input, label: 'Cookies' }))).toContain(
      'data-consent-manage>Cookies</button>',
    );
  });
});
