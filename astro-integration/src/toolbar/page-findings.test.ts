// @vitest-environment happy-dom
import { createTestConfig } from '@permesso/consent-core';
import { describe, expect, it } from 'vitest';
import { earlyScripts, undeclaredCookies, undeclaredRequests, unknownCategories } from './page-findings.ts';

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

describe('what loads from elsewhere', () => {
  const page = (body: string) => new DOMParser().parseFromString(body, 'text/html');
  const trackers = [
    {
      id: 'x',
      name: 'x',
      categoryKey: 'marketing',
      kind: 'script' as const,
      loader: {
        src: 'https://cdn.example/a.js',
        strategy: 'afterDecision' as const,
        consentModeManaged: false,
      },
    },
  ];
  const config = createTestConfig({ trackers });
  const declared = {
    hosts: ['*.video.example', 'maps.example/embed'],
    own: ['shop.example', 'cms.example:1337', '*.media.example'],
  };

  it('is declared by the hosts of a tracker, and by its script', () => {
    const seen = page(`
      <script src="https://cdn.example/a.js"></script><script src="https://cdn.example/b.js"></script>
      <iframe src="https://player.video.example/1"></iframe><iframe src="https://video.example/1"></iframe>
      <iframe src="https://maps.example/embed?q=1"></iframe><iframe src="https://maps.example/other"></iframe>`);
    expect(undeclaredRequests(seen, config, declared)).toEqual([
      'https://cdn.example/b.js',
      'https://video.example/1',
      'https://maps.example/other',
    ]);
  });

  it('is nobody else’s where it is on a host of the site, or of its CMS', () => {
    const seen = page(`
      <img src="https://shop.example/a.png"><img src="https://cms.example:1337/uploads/a.png"><img src="https://cms.example/a.png">
      <img src="https://eu.media.example/a.png">`);
    expect(undeclaredRequests(seen, config, declared)).toEqual(['https://cms.example/a.png']);
  });
});

describe('what runs before the snippet', () => {
  it('is of any type that browsers run, and no module', () => {
    const types = [
      '',
      'text/ecmascript',
      'application/x-javascript',
      'Text/JavaScript',
      'module',
      'text/plain',
    ];
    const scripts = types.map(
      (type, at) => `<script type="${type}" src="https://cdn.example/${at}.js"></script>`,
    );
    const parsed = new DOMParser().parseFromString(
      `<head>${scripts.join('')}<script data-consent-mode></script></head>`,
      'text/html',
    );
    expect(earlyScripts(parsed)).toEqual([0, 1, 2, 3].map((at) => `https://cdn.example/${at}.js`));
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
