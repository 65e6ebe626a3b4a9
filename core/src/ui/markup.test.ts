import { describe, expect, it } from 'vitest';
import { toHtml } from './markup.ts';

describe('toHtml', () => {
  it('L: keeps text text, inside quoted attributes too', () => {
    const html = toHtml([
      'a',
      { href: '"><script>', title: "it's" },
      '<img src=x onerror=alert(1)>',
      '&amp;',
    ]);
    expect(html).toBe(
      '<a href="&#34;&#62;&#60;script&#62;" title="it&#39;s">&#60;img src=x onerror=alert(1)&#62;&#38;amp;</a>',
    );
  });

  it('writes attributes without value, leaves out what is false, and closes no void element', () => {
    expect(toHtml(['input', { checked: true, disabled: false, name: undefined }])).toBe('<input checked>');
    expect(toHtml(['p', {}, false, null, undefined, ['br', {}]])).toBe('<p><br></p>');
  });
});
