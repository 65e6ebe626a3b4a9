import { createTestConfig } from '@permesso/consent-core';
import { experimental_AstroContainer as AstroContainer } from 'astro/container';
import { beforeAll, describe, expect, it } from 'vitest';
import { ConsentBanner } from '../../components/index.ts';
import { decidedCookie, type Visit, visit } from '../page/locals.ts';

let container: AstroContainer;
beforeAll(async () => {
  container = await AstroContainer.create();
});

/** The banner without its style, which names what it may never become. */
async function banner(options: Visit = {}, props: Record<string, unknown> = {}): Promise<string> {
  const request = new Request('https://site.example/shop?page=2');
  const html = await container.renderToString(ConsentBanner, {
    locals: visit({ url: request.url, ...options }),
    props,
    request,
  });
  return html.replace(/<style>[^<]*<\/style>/, '');
}

const usa = createTestConfig({ jurisdiction: { country: 'US', model: 'opt-out' } });

describe('ConsentBanner', () => {
  it('I6: is a form with its buttons in the first HTML and returns to the page it stands on', async () => {
    const html = await banner();
    expect(html).toContain('method="post" action="/_consent/decide"');
    expect(html).toContain('name="return" value="/shop?page=2"');
    for (const value of ['accept-all', 'reject-all', 'dismiss']) {
      expect(html).toMatch(new RegExp(`<button name="action" value="${value}"`));
    }
    expect(html).toMatch(/<button formmethod="get" formaction="\/_consent\/preferences"/);
  });

  it('takes along the language of its page', async () => {
    expect(await banner({ locale: 'de-AT' })).toContain('<input type="hidden" name="locale" value="de-AT">');
  });

  it('says the language of what is in another one than the page', async () => {
    const same = await banner({ locale: 'en-GB' });
    expect(same).not.toContain(' lang=');
    const half = createTestConfig({ banner: { description: '' } });
    const mixed = await banner({ locale: 'ar', config: half });
    expect(mixed).toMatch(/<section [^>]* dir="rtl"/);
    expect(mixed).toMatch(/<h2 id="pc-banner-title" lang="en" dir="auto">Your privacy</);
    expect(mixed).toMatch(/<button [^>]*value="accept-all"[^>]* lang="en" dir="auto">Accept all</);
    expect(await banner({ locale: 'gd', config: half }), 'English stands in').toMatch(
      /<section [^>]* lang="en"/,
    );
    expect(mixed, 'built in, so in the language of the page').toMatch(/<p>[^<]*[\u0600-\u06FF]/);
  });

  it('I1: carries the markup hooks and the model', async () => {
    const html = await banner();
    expect(html).toMatch(
      /<section id="consent-banner" class="consent-banner" data-consent-banner consent-own data-model="opt-in" data-position="bottom"/,
    );
    for (const action of ['accept-all', 'reject-all', 'customize', 'close']) {
      expect(html).toContain(`data-consent-action="${action}"`);
    }
  });

  it('C1: renders nothing for a visitor when no configuration is known', async () => {
    expect((await banner({ config: null })).trim()).toBe('');
  });

  it('C8: renders nothing for a visitor while consent is off', async () => {
    expect((await banner({ config: createTestConfig({ enabled: false }) })).trim()).toBe('');
  });

  it('renders nothing for a visitor who has decided', async () => {
    const config = createTestConfig({});
    expect((await banner({ config, cookie: decidedCookie(config, false) })).trim()).toBe('');
  });

  it('C5: comes back for a stale decision and says that something has changed', async () => {
    const config = createTestConfig({});
    const cookie = decidedCookie(config, true);
    const html = await banner({
      config: createTestConfig({ versions: { trackersVersion: 'ffffffff' } }),
      cookie,
    });
    expect(html).toMatch(/<p data-consent-part="changed">/);
  });

  it('stands hidden in a page that is the same for all visitors, also before a configuration is known', async () => {
    for (const config of [createTestConfig({}), null]) {
      const html = await banner({ config, visitor: false });
      expect(html).toContain('data-consent-banner');
      expect(html).not.toContain('data-view="banner"');
    }
  });

  it('is a notice where the law is opt-out: refusing stands beside closing', async () => {
    const html = await banner({ config: usa });
    expect(html).toContain('data-model="opt-out"');
    expect(html).toMatch(/value="accept-all"[^>]* hidden/);
    expect(html).not.toMatch(/value="reject-all"[^>]* hidden/);
    expect(html).toMatch(/<p data-consent-part="opt-out">/);
  });

  it('hides only the refusal where the editor turned it off', async () => {
    const html = await banner({ config: createTestConfig({ banner: { showRejectAll: false } }) });
    expect(html).toMatch(/value="reject-all"[^>]* hidden/);
    expect(html).not.toMatch(/value="accept-all"[^>]* hidden/);
  });

  it('lets the texts of the CMS win and fills what it left empty in the language of the page', async () => {
    const config = createTestConfig({ locale: 'de', banner: { title: 'Kekse?', labels: { rejectAll: '' } } });
    const html = await banner({ config, locale: 'de-AT' });
    expect(html).toContain('Kekse?');
    expect(html).toContain('Alle ablehnen');
    expect(html).toContain('Accept all');
    expect(html).not.toContain(' lang=');
  });

  it('comes under opt-in last to the cross in its corner, and elsewhere to customizing (WCAG 2.4.3)', async () => {
    const order = async (of: Visit) =>
      [...(await banner(of)).matchAll(/<button[^>]* data-consent-action="([^"]*)"/g)].map(
        ([, action]) => action,
      );
    expect(await order({})).toEqual(['reject-all', 'accept-all', 'customize', 'close']);
    expect(await order({ config: usa })).toEqual(['reject-all', 'accept-all', 'close', 'customize']);
  });

  it('takes texts of the site where the CMS has none', async () => {
    const config = createTestConfig({ banner: { labels: { rejectAll: '' } } });
    expect(await banner({ config }, { t: { rejectAll: 'No, thanks' } })).toContain('No, thanks');
  });

  it('L: writes texts of the CMS as text, never as markup', async () => {
    const config = createTestConfig({ banner: { description: '<img src=x onerror=alert(1)>' } });
    const html = await banner({ config });
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img');
  });

  it('links the documents, and only where the link runs nothing', async () => {
    const links = { privacy: '/privacy', cookies: 'javascript:alert(1)' };
    const html = await banner({ config: createTestConfig({ banner: { links } }) });
    expect(html).toContain('<a data-consent-link="privacy" href="/privacy">Privacy policy</a>');
    expect(html).not.toContain('javascript:');
    expect(await banner()).not.toContain('data-consent-part="links"');
  });

  it('follows a right-to-left language and uses no inline style, and classes for buttons to be known by', async () => {
    const html = await banner({ config: createTestConfig({ locale: 'ar' }), locale: 'ar' });
    expect(html).toContain('dir="rtl"');
    expect(html).not.toMatch(/\sstyle=/);
    expect(html.match(/(?<= class=")[^"]+/g)).toEqual([
      'consent-banner',
      'consent-reject-all',
      'consent-accept-all',
      'consent-customize',
      'consent-close',
    ]);
  });
});
