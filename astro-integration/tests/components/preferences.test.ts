import { createTestConfig } from '@permesso/consent-core';
import { experimental_AstroContainer as AstroContainer } from 'astro/container';
import { beforeAll, describe, expect, it } from 'vitest';
import { ConsentPreferences, ManageConsentButton } from '../../components/index.ts';
import PreferencesForm from '../../components/PreferencesForm.astro';
import { decidedCookie, type Visit, visit } from '../page/locals.ts';
import { trackers } from '../page/trackers.ts';

let container: AstroContainer;
beforeAll(async () => {
  container = await AstroContainer.create();
});

type Component = Parameters<AstroContainer['renderToString']>[0];
function render(
  component: Component,
  options: Visit = {},
  props: Record<string, unknown> = {},
): Promise<string> {
  return container.renderToString(component, { locals: visit(options), props });
}

const config = createTestConfig({ trackers });
const usa = createTestConfig({ trackers, jurisdiction: { country: 'US', model: 'opt-out' } });

describe('PreferencesForm', () => {
  it('L: is a complete form for a visitor without JavaScript', async () => {
    const html = await render(PreferencesForm, { config }, { returnTo: '/shop' });
    expect(html).toContain('action="/_consent/decide"');
    expect(html).toContain('name="return" value="/shop"');
    expect(html).toContain('name="source" value="preferences"');
    for (const action of ['reject-all', 'accept-all', 'save']) {
      expect(html).toContain(`<button name="action" value="${action}"`);
    }
    expect(html).toContain('name="category" value="analytics"');
  });

  it('has the heading of a page that has nothing else, and a way back that decides nothing', async () => {
    const html = await render(PreferencesForm, { config }, { returnTo: '/shop?a=1&b=2', whole: true });
    expect(html).toMatch(/<h1 id="pc-preferences-title"/);
    expect(html.match(/<h\d/g)).toEqual(['<h1', ...config.categories.map(() => '<h2')]);
    expect(html).toContain('<a href="/shop?a=1&amp;b=2">Close</a>');
    const part = await render(PreferencesForm, { config }, { returnTo: '/shop' });
    expect(part.match(/<h\d/g)).toEqual(['<h2', ...config.categories.map(() => '<h3')]);
    expect(part).not.toContain('<a href="/shop">');
  });

  it('takes along the language of its page, and none that is unknown', async () => {
    expect(await render(PreferencesForm, { config, locale: 'de-AT' })).toContain(
      '<input type="hidden" name="locale" value="de-AT">',
    );
    const { consent } = visit({ config });
    const unknown = { locals: { consent: Object.assign(consent, { locale: null }) } };
    expect(await container.renderToString(PreferencesForm, unknown)).not.toContain('name="locale"');
  });

  it('names the category of each list of services, and why a switch is off', async () => {
    const html = await render(PreferencesForm, { config: usa, gpc: true });
    const described = (part: string) =>
      [...html.matchAll(new RegExp(`<${part}[^>]* aria-describedby="([^"]*)"`, 'g'))].map(([, ids]) =>
        ids!.split(' ').map((id) => new RegExp(`id="${id}"[^>]*>(?:<label[^>]*>)?([^<]*)`).exec(html)?.[1]),
      );
    expect(new Set(described('summary').flat()).size).toBe(described('summary').length);
    expect(described('summary')).toContainEqual(['Analytics']);
    expect(described('input type="hidden"')).toEqual([]);
    const reasons = described('input').map(([reason]) => reason);
    expect(reasons.filter((reason) => reason === 'Opt-out request honored')).toHaveLength(2);
    expect(reasons).toHaveLength(3);
  });

  it('preselects nothing under opt-in, and offers no switch for what is required', async () => {
    const html = await render(PreferencesForm, { config });
    expect(html.match(/role="switch"/g)).toHaveLength(3);
    expect(html).not.toMatch(/role="switch"[^>]* checked/);
    expect(html).not.toContain('data-consent-toggle="necessary"');
    expect(html).toContain('Always on');
  });

  it('names each tracker with vendor, privacy link, purpose, cookies and durations', async () => {
    const html = await render(PreferencesForm, { config });
    for (const text of [
      'Matomo',
      'InnoCraft Ltd',
      'Counts visits',
      '_pk_id.*',
      '13 months',
      'Tells visitors apart',
    ]) {
      expect(html).toContain(text);
    }
    expect(html).toContain('href="https://matomo.org/privacy-policy/"');
  });

  it('links a vendor only by http and https', async () => {
    const hostile = trackers.map((tracker) => ({ ...tracker, vendorPrivacyUrl: 'javascript:alert(1)' }));
    const html = await render(PreferencesForm, { config: createTestConfig({ trackers: hostile }) });
    expect(html).not.toContain('javascript:');
  });

  it('shows consent id and date of a decision, and its withdrawal', async () => {
    const undecided = await render(PreferencesForm, { config });
    expect(undecided).not.toContain('value="withdraw"');
    const html = await render(PreferencesForm, { config, cookie: decidedCookie(config, true) });
    expect(html).toContain('6f9619ff-8b86-4d01-b42d-00cf4fc964ff');
    expect(html).toMatch(/<time datetime="\d{4}-/);
    expect(html).toContain('value="withdraw"');
    expect(html.match(/role="switch"[^>]* checked/g)).toHaveLength(3);
  });

  it('C11: says that the signal was honoured and holds what it turned off', async () => {
    const html = await render(PreferencesForm, { config: usa, gpc: true });
    expect(html).toContain('Opt-out request honored');
    expect(html).toMatch(/value="analytics" disabled/);
    expect(html).toMatch(/value="functional" checked/);
  });

  it('J: says nothing of a signal under opt-in, where it changes nothing', async () => {
    expect(await render(PreferencesForm, { config, gpc: true })).not.toContain('Opt-out request honored');
  });

  it('C1: renders nothing without a configuration', async () => {
    expect((await render(PreferencesForm, { config: null })).trim()).toBe('');
  });

  it('L: writes texts of the CMS as text, never as markup', async () => {
    const categories = config.categories.map((category) => ({
      ...category,
      label: '<b onclick="x">bold</b>',
    }));
    const html = await render(PreferencesForm, { config: createTestConfig({ categories }) });
    expect(html).not.toMatch(/<b[ >]/);
  });
});

describe('ConsentPreferences', () => {
  it('is an empty dialog for a visitor who has decided, without texts where English is spoken', async () => {
    const cookie = decidedCookie(config, true);
    expect((await render(ConsentPreferences, { config, cookie })).trim()).toBe(
      '<dialog data-consent-preferences consent-own></dialog>',
    );
  });

  it('carries the texts of another language, the option t of the site and empty labels of the CMS', async () => {
    const html = await render(ConsentPreferences, {
      config: createTestConfig({ locale: 'it', banner: { labels: { save: '' } } }),
      locale: 'it',
    });
    const texts = JSON.parse(/data-texts="([^"]*)"/.exec(html)![1]!.replace(/&(quot|#34);/g, '"'));
    expect(texts).toMatchObject({ withdraw: 'Revoca tutto' });
    expect(texts.save).toBe('Salva le scelte');
    expect(html).not.toContain(' lang=');
  });

  it('C1: renders nothing for a visitor without a configuration', async () => {
    expect((await render(ConsentPreferences, { config: null })).trim()).toBe('');
  });
});

describe('ManageConsentButton', () => {
  it('opens the preferences, with and without JavaScript', async () => {
    const html = await render(ManageConsentButton, { config });
    expect(html).toContain('action="/_consent/preferences"');
    expect(html).toContain('<input type="hidden" name="return" value="/">');
    expect(html).toMatch(/<button type="submit" data-consent-manage>\s*Privacy settings\s*<\/button>/);
  });

  it('takes along the language of its page', async () => {
    expect(await render(ManageConsentButton, { config, locale: 'de' })).toContain(
      '<input type="hidden" name="locale" value="de">',
    );
  });

  it('C11: shows beside it that the signal was honoured', async () => {
    expect(await render(ManageConsentButton, { config: usa, gpc: true })).toContain('data-honored');
    expect(await render(ManageConsentButton, { config: usa })).not.toContain('data-honored');
  });

  it('L: does nothing while consent is off', async () => {
    const html = await render(ManageConsentButton, { config: createTestConfig({ enabled: false }) });
    expect(html).toContain('<button type="button" data-consent-manage>');
    expect(html).not.toContain('action=');
  });
});
