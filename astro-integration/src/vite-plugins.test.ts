import { describe, expect, it } from 'vitest';
import { headPlugin } from './vite-plugins.ts';

const compile = (template: string, { id = 'Layout.astro', environment = 'ssr' } = {}) => {
  const code = `const head = ($$result) => $$render\`${template}\`;`;
  return headPlugin().transform.call({ environment: { name: environment } }, code, id)?.code;
};

const layout = `<html><head><title>Page</title>\${$$renderHead($$result)}</head><body></body></html>`;

describe('a compiled layout', () => {
  it('writes our part first in its head', () => {
    expect(compile(layout)).toContain(`<head>\${$$writeConsentHead($$result)}<title>`);
  });

  it.each([
    ['has no head of its own', '<p>Part</p>'],
    ['has a head that Astro does not end', '<head></head>'],
    ['has attributes on its head', layout.replace('<head>', '<head lang="en">')],
    ['names a second head, as in a comment', `<!-- <head> -->${layout}`],
  ])('is left to the stream where it %s', (_, template) => {
    expect(compile(template)).toBeUndefined();
  });

  it('is none in the browser, nor in another kind of module', () => {
    expect(compile(layout, { environment: 'client' })).toBeUndefined();
    expect(compile(layout, { id: 'layout.ts' })).toBeUndefined();
  });
});
