import { describe, expect, it } from 'vitest';
import { escapeHtml, isLoadableAddress, isSafeHref, isSafeImageSource, isWebAddress } from './safe-html.ts';

it('writes text as text, inside quoted attributes too', () => {
  expect(escapeHtml(`<a href="b" id='c'>&amp;</a>`)).toBe(
    '&lt;a href=&quot;b&quot; id=&#39;c&#39;&gt;&amp;amp;&lt;/a&gt;',
  );
});

describe('an address in a legal page', () => {
  it.each([
    'https://example.com/a?b=c:d',
    'HTTP://example.com',
    'mailto:privacy@example.com',
    'tel:+49-30-1234',
    '/privacy',
    '../cookies#list',
    '#your-rights',
    '?page=2',
    '//example.com/a',
    'a&amp;b',
    'page?next=javascript:x',
    'foo%20b&auml;',
    '',
  ])('H2: leads to %s', (href) => {
    expect(isSafeHref(href)).toBe(true);
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' \tjavascript:alert(1)',
    'java\nscript:alert(1)',
    'java\u0000script:alert(1)',
    '\u0001javascript:alert(1)',
    'java\u00ADscript:alert(1)',
    'java\u200Bscript:alert(1)',
    'javascript&colon;alert(1)',
    'java&Tab;script:alert(1)',
    'java&NewLine;script:alert(1)',
    '&#106;avascript:alert(1)',
    '&#x6A;avascript:alert(1)',
    '&#0000106avascript:alert(1)',
    '&#x6Aavascript:alert(1)',
    'javascript&#58;alert(1)',
    'javascript&#x3a;alert(1)',
    'java&#10;script:alert(1)',
    'java&unknown;script:alert(1)',
    'vbscript:msgbox(1)',
    'data:text/html,<script>alert(1)</script>',
    'data:text/html;base64,PHNjcmlwdD4=',
    'blob:https://example.com/1',
    'file:///etc/passwd',
    'ftp://example.com',
    'filesystem:https://example.com/',
    'view-source:https://example.com',
  ])('H2: does not lead to %j', (href) => {
    expect(isSafeHref(href)).toBe(false);
    expect(isSafeImageSource(href)).toBe(false);
  });
});

describe('an address in a configuration', () => {
  it.each([
    'https://example.com',
    'HTTP://example.com',
    '/privacy',
    'privacy',
    '//example.com',
    '#a',
    '?b=c:d',
  ])('may be %s', (address) => {
    expect(isLoadableAddress(address)).toBe(true);
  });

  it.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,a',
    'blob:https://example.com/1',
    'mailto:privacy@example.com',
    'https://',
  ])('may not be %j', (address) => {
    expect(isLoadableAddress(address)).toBe(false);
    expect(isWebAddress(address.replace('https://', ''))).toBe(false);
  });

  it('is a whole one where it names a host', () => {
    expect(['https://example.com', 'HTTP://example.com/a'].map(isWebAddress)).toEqual([true, true]);
    expect(['/privacy', '//example.com', 'https:privacy', ''].map(isWebAddress)).toEqual(
      Array(4).fill(false),
    );
  });
});
