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
      '<a href="&quot;&gt;&lt;script&gt;" title="it&#39;s">&lt;img src=x onerror=alert(1)&gt;&amp;amp;</a>',
    );
  });

  it('writes attributes without value, leaves out what is false, and closes no void element', () => {
    expect(toHtml(['input', { checked: true, disabled: false, name: undefined }])).toBe('<input checked>');
    expect(toHtml(['p', {}, false, null, undefined, ['br', {}]])).toBe('<p><br></p>');
  });
});
