// @vitest-environment happy-dom
import { createTestConfig } from '@permesso/consent-core';
import { describe, expect, it } from 'vitest';
import { undeclaredCookies, unknownCategories } from './page-findings.ts';

const known = ['necessary', 'marketing'];

describe('categories that no configuration knows', () => {
  it('are found in gates, islands and plain markup, and in what closed gates hold', () => {
    document.body.innerHTML = `
      <div data-consent-category="marketting"><template><i data-consent-category="analytic"></i></template></div>
      <div data-consent-category='{"and":["marketing",{"not":"adds"}]}'></div>
      <script type="application/json" data-consent-text>"\\u003cb data-consent-category=\\"chatt\\">\\u003c/b>"</script>
      <astro-island client="consent" opts='{"name":"Map","value":{"or":["maps","necessary"]}}'></astro-island>`;
    expect(unknownCategories(document, known)).toEqual(['marketting', 'adds', 'maps', 'analytic', 'chatt']);
  });

  it('are none where all are known, or nothing can be read', () => {
    document.body.innerHTML = `
      <div data-consent-category="marketing"></div><div data-consent-category="{"></div>
      <astro-island client="consent" opts="{"></astro-island>`;
    expect(unknownCategories(document, known)).toEqual([]);
  });
});

describe('the names of declared cookies', () => {
  const isDeclared = (declared: string, name: string) => {
    const cookies = [{ name: declared, storage: 'cookie' as const }];
    const trackers = [{ id: 'x', name: 'x', categoryKey: 'marketing', kind: 'script' as const, cookies }];
    return undeclaredCookies(`${name}=1`, createTestConfig({ trackers })).length === 0;
  };

  it.each([
    ['_ga*', '_ga_1', true],
    ['_pk_*.*', '_pk_id.1.2', true],
    ['*a*b', 'xaxbxb', true],
    ['a*1*0', 'a110', true],
    ['**', 'any', true],
    ['*a*b', 'xbxa', false],
    ['a.c', 'abc', false],
  ])('%s and %s: %s', (declared, name, matches) => {
    expect(isDeclared(declared, name)).toBe(matches);
  });

  it('keep no page busy, whoever names its cookies', () => {
    // Tried in every way there is, this would not end while anybody looks.
    expect(isDeclared('*-*-*-*-*-*!', '-'.repeat(4000))).toBe(false);
  });
});
