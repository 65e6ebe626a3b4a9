import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { film, gate, LOADING, visit, visitOf } from '../../../tests/foreign-html.ts';
import type { Visit } from '../visit.ts';
import { type GateHtmlOptions, gateHtml } from './gate-html.ts';
import { thirdPartiesIn } from './third-parties.ts';

describe('what loads', () => {
  it.each(LOADING)('from elsewhere is held back: %s', (_, html) => {
    const source = html.replaceAll('HOST', 'https://film.example');
    const held = gate(source);
    expect(held).not.toBe(source);
    // Twice is once: what is held is not held again.
    if (!held.includes('data-consent-gate')) expect(gate(held)).toBe(held);
  });

  it.each(LOADING)('from elsewhere is held back where it says that it were a gate’s: %s', (_, html) => {
    const source = html.replaceAll('HOST', 'https://film.example');
    const unmarked = (text: string) => text.replace(/ data-consent-text(="?\w*"?)?/g, '');
    for (const value of ['', '=0']) {
      const forged = source.replace(/<[a-z]+/g, `$& data-consent-text${value}`);
      expect(unmarked(gate(forged))).toBe(unmarked(gate(source)));
    }
  });

  it.each(['TEXT/Partytown', ' text/partytown ', 'text/partytown; charset=utf-8'])(
    'is given back to Partytown by the type that it is known by: %s',
    (type) => {
      const held = gate(`<script type="${type}" src="https://stats.example/a.js"></script>`);
      expect(held).toContain('type="text/plain"');
      expect(held).toContain('data-type="text/partytown"');
    },
  );

  it.each(LOADING)('is told of without a visitor: %s', (_, html) => {
    const { addresses } = thirdPartiesIn(html.replaceAll('HOST', 'https://film.example'));
    expect(addresses.map(({ host, pathname }) => host + pathname)).toContain('film.example/x');
  });

  it.each(LOADING.filter(([kind]) => !/script in the page|module|import map|speculation|handler/.test(kind)))(
    'from the site itself or its CMS is untouched: %s',
    (_, html) => {
      for (const own of ['', 'https://site.example', '//site.example', 'https://cms.example']) {
        const source = html.replaceAll('HOST', own);
        expect(gate(source)).toBe(source);
      }
    },
  );
});

describe('data that a style imports', () => {
  const evil = '@import url(https://film.example/x)';

  it.each(['application/x-unknown-content-type', 'image/png', 'image/', 'video/x', 'font/x', 'text/css'])(
    'is a style sheet, whatever type it names: %s',
    (type) => {
      for (const written of [`"data:${type},${evil}"`, `url('data:${type},${evil}')`]) {
        for (const style of [
          `<style>@import ${written};</style>`,
          `<style>@\\69mport/**/${written} screen;</style>`,
          `<svg><style>@IMPORT\n${written};</style></svg>`,
        ]) {
          for (const options of [{}, { page: true, ownCode: true }]) {
            const held = gate(style, options);
            expect(held).toContain('data-consent-css');
            expect(held).toMatch(/("|&quot;)data:,\1/);
            expect(gate(held, options)).toBe(held);
          }
        }
      }
    },
  );

  it.each([
    ['an escape', "@import '\\2f\\2f film.example/x'"],
    ['a name without a dot', '@import url(//film/x)'],
    ['data in data', `@import 'data:text/css;base64,${btoa('@import "//film.example/x"')}'`],
    ['a picture in an escape', 'p{background:url(\\2f/film.example/x)}'],
    ['a sign of another encoding', '@import url(/\u001b(B/film.example/x)'],
    ['another encoding that it says', '@charset "shift_jis";'],
  ])('and a style sheet in an address name nobody in CSS of their own: %s', (_, css) => {
    const options = { page: true, ownCode: true };
    const addresses = [
      `data:text/css,${encodeURIComponent(css)}`,
      `data:text/css;base64,${btoa(css)}`,
      `data:text/css;charset=utf-16le,${encodeURIComponent('a{}')}`,
    ];
    for (const address of addresses) {
      for (const html of [
        `<style>@import "${address}";</style>`,
        `<link rel="Alternate StyleSheet" href="${address}">`,
      ]) {
        const held = gate(html, options);
        expect(held).toMatch(/ data-consent-(css|href)=/);
        expect(gate(held, options)).toBe(held);
      }
    }
  });

  it.each([
    '<style>@import "data:text/css,a{background:url(/own.png)}";</style>',
    '<link rel="stylesheet" href="data:text/css;charset=utf-8,a{content:%22\\201c%22}">',
    `<link rel="icon" href="data:image/png;base64,${btoa('\u0089PNG\0\u001b')}">`,
  ])('stays in a page where it loads nothing: %s', (html) => {
    expect(gate(html, { page: true, ownCode: true })).toBe(html);
  });

  it('is none that stands behind what is imported, or elsewhere in the style', () => {
    const style =
      '<style>@import "/own.css";a{background:url(data:image/png;base64,AA);content:"data:application/x,a"}</style>';
    expect(gate(style)).toBe(style);
  });
});

describe('third parties of a text', () => {
  const hosts = (html: string, own?: string[]) =>
    thirdPartiesIn(html, own && { own }).addresses.map(({ host }) => host);

  it('are neither the site nor those that its links lead to', () => {
    expect(
      hosts('<img src="/x"><a href="https://film.example">a</a><img src="//b.own.example/x">', [
        '*.own.example',
      ]),
    ).toEqual([]);
  });

  it('are told of with code that names nobody, which stays with its reader', () => {
    expect(thirdPartiesIn('<script>go()</script>')).toEqual({ addresses: [], unnamed: true });
    expect(thirdPartiesIn('<p onclick="go()">').unnamed).toBe(true);
    expect(thirdPartiesIn(`<p>a</p>${film}`).unnamed).toBe(false);
  });

  it('are each told of once', () => {
    expect(hosts(`${film}${film}<noscript>${film}</noscript>`)).toEqual(['film.example']);
  });
});

describe('a gate of content', () => {
  const film = '<iframe src="https://film.example/x" width="560" height="315" title="T"></iframe>';

  it('names the service, and offers to load once, always, and to go there', () => {
    const html = gate(`<p>One</p>${film}<p>Two</p>`);
    expect(html).toMatch(
      /^<p>One<\/p><span data-consent-gate data-consent-category="marketing" data-state="closed">/,
    );
    expect(html).toMatch(/<\/span><p>Two<\/p>$/);
    expect(html).toContain('>Film</span>');
    expect(html).toContain('data-consent-allow="once"');
    expect(html).toContain('data-consent-allow="always"');
    expect(html).toContain('<a href="https://film.example/x" rel="noreferrer">T</a>');
    expect(html).toContain('style="--pc-width:560px;--pc-height:315px"');
    const [, held = ''] =
      /<script type="application\/json" data-consent-text>([^<]*)<\/script>/.exec(html) ?? [];
    expect(JSON.parse(held)).toBe(film);
  });

  it('shows a picture of it from the own hosts alone', () => {
    const withPoster = (address: string) =>
      gate(`<iframe src="https://film.example/x" data-consent-poster="${address}"></iframe>`);
    expect(withPoster('/uploads/a b.jpg')).toContain(
      'style="--pc-poster:url(&quot;https://site.example/uploads/a%20b.jpg&quot;)"',
    );
    expect(withPoster('https://cms.example/uploads/a.jpg?b=\\&quot;);x')).toContain(
      '--pc-poster:url(&quot;https://cms.example/uploads/a.jpg?b=%5C%22);x&quot;)',
    );
    for (const address of ['https://film.example/a.jpg', '//no.example/a.jpg', 'data:image/png,x', '']) {
      expect(withPoster(address), address).not.toContain('--pc-poster:url');
    }
    const video = '<video src="https://film.example/x" poster="/uploads/a.jpg"></video>';
    expect(gate(video)).toContain('--pc-poster:url(&quot;https://site.example/uploads/a.jpg&quot;)');
  });

  it('calls it by its service where it has no title, and by its address where nobody knows that', () => {
    expect(gate('<iframe src="https://film.example/x"></iframe>')).toContain('rel="noreferrer">Film</a>');
    expect(gate('<iframe src="//no.example/x"></iframe>')).toContain(
      'rel="noreferrer">https://no.example/x</a>',
    );
  });

  it('offers nothing for good where nobody declared the host', () => {
    const html = gate('<iframe src="https://unknown.example/x"></iframe>');
    expect(html).toContain('data-consent-category="{&quot;or&quot;:[]}"');
    expect(html).toContain('unknown.example');
    expect(html).not.toContain('data-consent-allow="always"');
  });

  it('stays in its place where a gate would change what is around it', () => {
    const html = gate(`<a href="/x">${film}</a>`);
    expect(html).toBe(
      '<a href="/x"><iframe width="560" height="315" title="T" data-consent-src="https://film.example/x" data-consent-category="marketing"></iframe></a>',
    );
  });
});

describe('a picture of a host that nobody declared', () => {
  it.each([
    '<img src="//a.example/x" width="320" height="180" alt="A harbour">',
    '<img srcset="//a.example/x 1x, //a.example/y 2x" alt="A harbour">',
    '<picture><source srcset="//a.example/y"><img src="//a.example/x" alt="A harbour"></picture>',
  ])('becomes a gate, which offers it once and leads to it: %s', (html) => {
    const gated = gate(`<p>One ${html} two</p>`);
    expect(gated).toMatch(/^<p>One <span data-consent-gate .*<\/span> two<\/p>$/s);
    expect(gated).toContain('consent: a.example<');
    expect(gated).toContain('<a href="https://a.example/x" rel="noreferrer">A harbour</a>');
    expect(gated.match(/data-consent-allow="\w+"/g)).toEqual(['data-consent-allow="once"']);
  });

  it.each([
    ['a pixel', '<img src="//a.example/x" width="1" height="1">'],
    ['an icon', '<img src="//a.example/x" width="24" height="24" alt="Icon">'],
    ['an icon by its style', '<img src="//a.example/x" style="width: 1.5px; height: 90px" alt="Icon">'],
    ['hidden', '<img src="//a.example/x" style="display: none">'],
    ['in a link', '<a href="/x"><img src="//a.example/x" alt="A harbour"></a>'],
    [
      'an icon of several sources',
      '<picture><source srcset="//a.example/y"><img src="//a.example/x" width="16"></picture>',
    ],
    ['shown by another address', '<img src="/own.png" srcset="//a.example/x 2x" alt="A harbour">'],
    [
      'shown by addresses of another attribute',
      '<img src="//a.example/x" srcset="/own.png 2x" alt="A harbour">',
    ],
    [
      'shown by a source of the site’s own',
      '<picture><source srcset="/own.webp"><img src="//a.example/x" alt="A harbour"></picture>',
    ],
    [
      'shown by a source that a category allows',
      '<picture><source srcset="//film.example/y"><img src="//a.example/x" alt="A harbour"></picture>',
    ],
    [
      'shown by another source',
      '<picture><source srcset="//a.example/y"><img src="/own.png" alt="A harbour"></picture>',
    ],
    ['the site’s own, with code of nobody', '<img src="/own.png" onload="go()" alt="A harbour">'],
    ['that of a tracker', '<img src="//count.example/x" alt="A harbour">'],
  ])('is no gate where it is %s', (_, html) => {
    const gated = gate(html);
    expect(gated).not.toContain('data-consent-gate');
    expect(gated).toContain('data-consent-');
  });
});

it.each([
  `<picture><img src="/own.png"><p>never ended</p>${film}${film}`,
  `<picture>${film}</picture>${film}`,
])('a frame behind or in a picture has a gate of its own: %s', (html) => {
  expect(gate(html).match(/<span data-consent-gate /g)).toHaveLength(2);
});

describe('a host whose pictures nobody sees', () => {
  const told = (html: string, options: GateHtmlOptions = {}, config = visit) => {
    const hosts: string[] = [];
    gateHtml(html, config, { ...options, blocked: (host) => hosts.push(host) });
    return [...new Set(hosts)];
  };

  it('is told of, as it may be where the CMS keeps what editors upload', () => {
    expect(told('<img src="//a.example/x"><img srcset="//b.example/x 2x">')).toEqual([
      'a.example',
      'b.example',
    ]);
    expect(told('<p style="background:url(https://a.example/x)">')).toEqual(['a.example']);
  });

  it('is not one of a tracker, of the site itself, or of what runs', () => {
    expect(told('<img src="//film.example/x"><img src="/x"><script src="//a.example/x"></script>')).toEqual(
      [],
    );
    expect(told('<img src="//a.example/x">', { own: ['a.example'] })).toEqual([]);
    expect(told('<img src="//a.example/x">', { unknown: 'allow' })).toEqual([]);
    expect(told('<img src="//a.example/x">', {}, visitOf(null))).toEqual([]);
  });
});

describe('what keeps its place', () => {
  it.each([
    [
      '<img alt="a &amp; b" SRC=https://count.example/x.gif/ srcset="https://count.example/2 2x">',
      '<img alt="a &amp; b" data-consent-src="https://count.example/x.gif/" data-consent-srcset="https://count.example/2 2x" data-consent-category="analytics" data-consent-held="srcset">',
    ],
    [
      '<script type=module src=https://count.example/x.js></script>',
      '<script type="text/plain" data-consent-src="https://count.example/x.js" data-type="module" data-consent-category="analytics"></script>',
    ],
    [
      '<iframe hidden srcdoc="<img src=//count.example/x>"></iframe>',
      '<iframe hidden="" data-consent-srcdoc="&lt;img src=//count.example/x&gt;" data-consent-category="analytics" data-consent-held="srcdoc" consent-own=""></iframe>',
    ],
    [
      '<p style="color:red;background:url(//count.example/x)">a<p>b',
      '<p style="color:red;background:url(data:,)" data-consent-style="color:red;background:url(//count.example/x)" data-consent-category="analytics" data-consent-held="style">a<p>b',
    ],
  ])('%s', (html, expected) => {
    expect(gate(html)).toBe(expected);
  });
});

describe('whose an address is', () => {
  const need = (address: string, options?: GateHtmlOptions, of: Visit = visit) =>
    /data-consent-category="([^"]*)"/.exec(gateHtml(`<img src="${address}">`, of, options))?.[1];

  it.each([
    ['https://a.film.example/x', 'marketing'],
    ['https://many.example/maps/embed', 'functional'],
    ['https://many.example/other', '{&quot;or&quot;:[]}'],
    ['https://pay.example/x', undefined],
    ['https://lost.example/x', '{&quot;or&quot;:[]}'],
    ['https://sub.site.example/x', '{&quot;or&quot;:[]}'],
    ['\\\\film.example/x', 'marketing'],
    ['&#104;ttps://film.example/x', 'marketing'],
    [' ht\ntps:/\t/film.example/x', 'marketing'],
    ['https:film.example/x', 'marketing'],
    ['https:/film.example/x', 'marketing'],
    ['https:site.example/x', undefined],
    ['http://[', '{&quot;or&quot;:[]}'],
    ['data:image/png;base64,AA', undefined],
  ])('%s: %s', (address, expected) => {
    expect(need(address)).toBe(expected);
  });

  it('is the site for hosts that are listed', () => {
    expect(need('https://sub.site.example/x', { own: ['*.site.example'] })).toBeUndefined();
  });

  it('C1: without a configuration everything foreign is held, whatever the option', () => {
    expect(need('https://film.example/x', { unknown: 'allow' }, visitOf(null))).toBe('{&quot;or&quot;:[]}');
  });

  it('finds what a script in the content needs by the addresses that it names', () => {
    const needOf = (script: string) =>
      /data-consent-category="([^"]*)"/.exec(gate(`<script>${script}</script>`))?.[1];
    expect(needOf('load("https://count.example/x")')).toBe('analytics');
    expect(needOf('load("//many.example/maps/api")')).toBe('functional');
    expect(needOf('load("//count.example/x", "//film.example/y")')).toBe(
      '{&quot;and&quot;:[&quot;analytics&quot;,&quot;marketing&quot;]}',
    );
    expect(needOf('load("//count.example/x", "//unknown.example/y")')).toBe('{&quot;or&quot;:[]}');
    expect(needOf('load()')).toBe('{&quot;or&quot;:[]}');
  });

  it('lets code run that names nobody where the site says that the code is its own, and no other', () => {
    const own = '<script>document.title = "Tide";</script><a onclick="this.remove()">Away</a>';
    expect(gate(own)).not.toBe(own);
    expect(gate(own, { ownCode: true })).toBe(own);
    const foreign = '<script>fetch("https://unknown.example/x")</script>';
    expect(gate(foreign, { ownCode: true })).toContain('type="text/plain"');
    expect(gateHtml(own + foreign, visitOf(null), { ownCode: true })).toContain('type="text/plain"');
  });

  it('lets unknown hosts through where the site says so, and tells of each once', () => {
    const told: string[] = [];
    const warn = (message: string) => told.push(message);
    expect(need('https://unknown.example/x', { unknown: 'allow', warn })).toBeUndefined();
    expect(told).toEqual([]);
    const html = '<img src="https://unknown.example/1"><img src="https://unknown.example/2">';
    expect(gate(html, { unknown: 'warn', warn })).toBe(html);
    expect(told).toEqual([expect.stringContaining('unknown.example')]);
  });
});

it.each(['', 'text', '<p>a<b>c</p>d', '\ufeff<P\n>a</P >', 'a\r\nb\0c', '<!-- a -->', '&amp;&notin;&copy'])(
  'gives back what needs nothing: %j',
  (html) => {
    expect(gate(html)).toBe(html);
  },
);

it('gives back what needs nothing, whatever text it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const html = text.replace(/</g, '&lt;');
      expect(gate(html)).toBe(html);
    }),
  );
});

it('changes nothing of what stands around, whatever it is', () => {
  const block = fc.constantFrom(
    '<p>a</p>',
    '<ul><li>b</ul>',
    'c &amp; d',
    '<!-- e -->',
    '<h2 id=f>g</h2>',
    '<table><td>h</table>',
  );
  const held = fc.constantFrom(film, '<video src=//film.example/1></video>', '<img src=//count.example/1>');
  fc.assert(
    fc.property(fc.array(block), held, fc.array(block), (before, thing, after) => {
      const html = gate(before.join('') + thing + after.join(''));
      expect(html.startsWith(before.join(''))).toBe(true);
      expect(html.endsWith(after.join(''))).toBe(true);
    }),
  );
});
