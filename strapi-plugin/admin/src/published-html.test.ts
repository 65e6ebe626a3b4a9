import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type DefaultTheme, ThemeProvider } from 'styled-components';
import { describe, expect, it } from 'vitest';
import { framedPage } from './framed-page';
import { PublishedHtml } from './published-html';

describe('what an editor wrote, shown in the admin', () => {
  // The design system itself loads in a bundle only.
  const theme = { colors: {}, spaces: [] } as unknown as DefaultTheme;
  const shown = (props: { title: string; lang: string; html: string }) =>
    renderToStaticMarkup(createElement(ThemeProvider, { theme }, createElement(PublishedHtml, props)));

  it('H2: is a named page of its own that may do nothing, and no part of the admin', () => {
    const html = shown({ title: 'Preview', lang: 'de', html: '<script>alert(1)</script>' });
    expect(html).toMatch(/^<iframe [^<>]*><\/iframe>$/);
    expect(html).toMatch(/ sandbox=""/);
    expect(html).toContain(' title="Preview"');
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  it('keeps a language that is none out of the markup', () => {
    const page = (lang: string) => framedPage({ lang, css: '', body: '<body></body>' });
    expect(page('pt-BR')).toContain('<html lang="pt-BR">');
    expect(page('"><script>')).toContain('<html>');
  });
});
