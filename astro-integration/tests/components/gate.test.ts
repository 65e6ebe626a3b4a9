import { createTestConfig } from '@permesso/consent-core';
import { gateOpenerScript } from '@permesso/consent-core/site';
import { experimental_AstroContainer as AstroContainer } from 'astro/container';
import { describe, expect, it } from 'vitest';
import ConsentHead from '../../components/ConsentHead.astro';
import ConsentModeScript from '../../components/ConsentModeScript.astro';
import { decidedCookie, type Visit, visit } from '../page/locals.ts';
import Gated from './Gated.astro';
import Malformed from './Malformed.astro';

const config = createTestConfig();
const granted = decidedCookie(config, true);

async function render(component: Parameters<AstroContainer['renderToString']>[0], of: Visit, props = {}) {
  const container = await AstroContainer.create();
  const html = await container.renderToString(component, { locals: visit(of), props });
  return html.replace(/>\s+</g, '><');
}

/** A gate as a browser with JavaScript reads it: what is text to it, and what is live. */
function parsed(html: string) {
  const [before, noscript = '', ...after] = html
    .replace(/<(template|script)[\s\S]*?<\/\1>/g, '')
    .split(/<noscript>([\s\S]*?)<\/noscript>/);
  return { noscript, live: [before, ...after].join('') };
}

const gate = (of: Visit, props: Record<string, unknown> = {}) => render(Gated, of, props);

describe('ConsentGate', () => {
  it('keeps its content in a template until granted', async () => {
    const html = await gate({ config });
    expect(html).toMatch(/data-state="closed"><template><b>film<\/b><\/template>/);
    expect(html).toContain('data-consent-category="marketing"');
  });

  it('keeps what ends a template as data in a script, which sanitizers let no user write', async () => {
    const html = await gate({ config }, { snippet: '<template><b>film</b></template><!--</script>' });
    const [, data = ''] =
      /data-state="closed"><script type="application\/json" data-consent-text>([^<]*)<\/script><div/.exec(
        html,
      ) ?? [];
    expect(JSON.parse(data)).toBe('<template><b>film</b></template><!--</script>');
    expect(html).not.toContain('<template');
  });

  it('L: for a visitor who granted it holds the same, for the page to open while it is read', async () => {
    const html = await gate({ config, cookie: granted });
    expect(html).toMatch(/data-state="open"><template><b>film<\/b><\/template>/);
    expect(html).toMatch(/data-consent-blocked hidden/);
    expect(html.split(gateOpenerScript)).toHaveLength(2);
    expect(await gate({ config })).not.toContain(gateOpenerScript);
  });

  it('I6: without JavaScript what the server knew decides', async () => {
    const { noscript } = parsed(await gate({ config, cookie: granted }));
    expect(noscript).toBe('<div data-consent-content><b>film</b></div>');
    expect(parsed(await gate({ config })).noscript).not.toContain('film');
  });

  it.each([
    ['as embeds have it', '<noscript><b>film</b></noscript><b>more</b>', '<b>film</b><b>more</b>'],
    ['which comes together from two', '</nos</noscript>cript><b>film</b>', undefined],
  ])('lets no end of a noscript in its content end its own, %s', async (_, snippet, expected) => {
    const { noscript, live } = parsed(await gate({ config, cookie: granted }, { snippet }));
    expect(live).not.toContain('film');
    if (expected) expect(noscript).toBe(`<div data-consent-content>${expected}</div>`);
  });

  it('takes an expression', async () => {
    const category = { and: ['analytics', { not: 'marketing' }] };
    expect(await gate({ config, cookie: granted }, { category })).toContain('data-state="closed"');
    expect(await gate({ config, cookie: granted }, { category: { or: ['x', 'analytics'] } })).toContain(
      'data-state="open"',
    );
  });

  it.each([
    [undefined],
    [null],
    ['{'],
    [{ and: [null] }],
    [{ or: {} }],
    [{ and: 'marketing' }],
    [{ not: null }],
  ])('B: stays closed for %j, which is malformed, and leaves the page whole', async (category) => {
    const html = await render(Malformed, { config, cookie: granted }, { category });
    expect(html).toContain('data-state="closed"');
    expect(html).toContain('<p>after</p>');
  });

  it.each([
    ['HTML that is the same for everyone', { config, cookie: granted, visitor: false }],
    ['an unknown configuration', { config: null, cookie: granted }],
    ['consent that is switched off', { config: createTestConfig({ enabled: false }), cookie: granted }],
    ['a refusal', { config, cookie: decidedCookie(config, false) }],
  ])('C1: stays closed in %s', async (_name, of) => {
    expect(await gate(of)).toContain('data-state="closed"');
  });

  it('says why, and offers to allow it, in the words of the CMS', async () => {
    const html = await gate({ config });
    expect(html).toContain('Marketing');
    expect(html).toMatch(/data-consent-allow="once"/);
    expect(html).toMatch(/data-consent-allow="always"/);
    expect(html).toMatch(/role="group" aria-label="Marketing"/);
  });

  it('says beside a reason of the site’s own what is allowed', async () => {
    const html = await gate({ config }, { reason: 'The map is Maps Ltd’s.' });
    expect(html).toContain('<p>The map is Maps Ltd’s.</p><p>This content needs your consent: Marketing</p>');
  });

  it('I6: leads without JavaScript to the preferences, and back to its page', async () => {
    const html = await gate({ config, locale: 'de' });
    const [, link] = /<noscript>(.*?)<\/noscript>/.exec(html) ?? [];
    expect(link).toMatch(
      /^<a href="\/_consent\/preferences\?return=%2F[^"]*&(amp;|#38;)?locale=de">[^<]+<\/a>$/,
    );
    expect(await gate({ config: createTestConfig({ enabled: false }) })).not.toContain('<noscript>');
  });

  it('reads from right to left in the languages that do', async () => {
    const arabic = createTestConfig({ locale: 'ar' });
    expect(await gate({ config: arabic, locale: 'ar' })).toMatch(
      /data-consent-part="placeholder"[^>]* dir="rtl"/,
    );
    expect(await gate({ config })).not.toContain('dir=');
  });

  it('shows the site’s own words instead', async () => {
    const html = await gate({ config }, { own: true });
    expect(html).toContain('<i>Later</i>');
    expect(html).not.toContain('data-consent-allow=');
  });

  it('never reads a text of the CMS as markup', async () => {
    const evil = createTestConfig({
      categories: config.categories.map((category) => ({
        ...category,
        label: '"><img src=x onerror=alert(1)>',
      })),
    });
    const html = await gate({ config: evil });
    expect(html).toContain('&lt;img');
    // In a quoted attribute it is text as well.
    expect(html.replace(/ aria-label="[^"]*"/, '')).not.toContain('<img');
  });
});

describe('ConsentHead', () => {
  it('renders nothing where the integration has put the snippet in place', async () => {
    expect(await render(ConsentHead, { config })).not.toContain('<script');
  });
});

describe('ConsentModeScript', () => {
  it('tells the defaults, and the choice of a visitor who decided', async () => {
    const fresh = await render(ConsentModeScript, {}, { config, gpc: false });
    expect(fresh).toMatch(/<script[^>]*data-consent-mode/);
    expect(fresh).toContain('"default"');
    expect(fresh).not.toContain('"update"');
    const returning = await render(
      ConsentModeScript,
      {},
      { config, cookie: granted, gpc: false, nonce: 'n0' },
    );
    expect(returning).toContain('"update"');
    expect(returning).toContain('nonce="n0"');
  });

  it('is absent where Consent Mode is off', async () => {
    const off = createTestConfig({ consentMode: { enabled: false } });
    expect(await render(ConsentModeScript, {}, { config: off })).not.toContain('<script');
  });
});
