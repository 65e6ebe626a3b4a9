import { createTestConfig } from '@permesso/consent-core';
import { experimental_AstroContainer as AstroContainer } from 'astro/container';
import { describe, expect, it } from 'vitest';
import ConsentBlocks from '../../components/ConsentBlocks.astro';
import ConsentContent from '../../components/ConsentContent.astro';
import ConsentMarkdown from '../../components/ConsentMarkdown.astro';
import { visit } from '../page/locals.ts';

const tracker = {
  id: 'film',
  name: 'Film',
  categoryKey: 'marketing',
  kind: 'iframe' as const,
  hosts: ['film.example'],
};
const config = createTestConfig({ trackers: [tracker] });

async function render(
  component: Parameters<AstroContainer['renderToString']>[0],
  props: Record<string, unknown>,
) {
  const container = await AstroContainer.create();
  return (await container.renderToString(component, { locals: visit({ config }), props })).trim();
}

const gate = /<span data-consent-gate data-consent-category="marketing" data-state="closed">/;

describe('components for content', () => {
  it('ConsentContent: takes HTML', async () => {
    const html = await render(ConsentContent, { html: '<p>a</p><iframe src="//film.example/1"></iframe>' });
    expect(html).toMatch(gate);
    expect(html.startsWith('<p>a</p>')).toBe(true);
  });

  it('ConsentMarkdown: takes Markdown, with the HTML that editors paste into it', async () => {
    const content =
      '# One\n\nText *two*\n\n<iframe src="https://film.example/1"></iframe>\n\n![a](https://film.example/1.png)';
    const html = await render(ConsentMarkdown, { content });
    expect(html).toContain('<h1>One</h1>\n<p>Text <em>two</em></p>');
    expect(html).toMatch(gate);
    expect(html).toContain('data-consent-src="https://film.example/1.png"');
    expect(html).not.toMatch(/<iframe| src="https:\/\/film/);
  });

  it('ConsentBlocks: takes a field of Blocks', async () => {
    const text = { type: 'text', text: 'a <b>' };
    const image = { url: 'https://film.example/1.png', alternativeText: 'b' };
    const content = [
      { type: 'paragraph', children: [text] },
      { type: 'image', image, children: [text] },
    ];
    const html = await render(ConsentBlocks, { content });
    expect(html).toContain('<p>a &lt;b&gt;</p>');
    expect(html).toContain('data-consent-src="https://film.example/1.png"');
    expect(await render(ConsentBlocks, { content, unknown: 'allow', own: ['film.example'] })).toContain(
      ' src="https://film.example/1.png"',
    );
  });

  it.each([
    [ConsentContent, { html: null }],
    [ConsentMarkdown, { content: null }],
    [ConsentBlocks, { content: null }],
  ])('render nothing of an empty field', async (component, props) => {
    expect(await render(component, props)).toBe('');
  });
});
