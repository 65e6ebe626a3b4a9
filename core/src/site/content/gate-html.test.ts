import fc from 'fast-check';
import { Tokenizer } from 'parse5';
import { describe, expect, it, vi } from 'vitest';
import { createTestConfig } from '../../contract/default-config.ts';
import { withServices } from '../../contract/services.ts';
import { encodeConsentCookie } from '../../rules/cookie.ts';
import { resolveConsent } from '../../rules/resolve.ts';
import { gateOpenerScript } from '../inline-scripts.ts';
import { createSite } from '../site.ts';
import type { Visit } from '../visit.ts';
import { type GateHtmlOptions, gateHtml } from './gate-html.ts';
import { thirdPartiesIn } from './third-parties.ts';

const tracker = (id: string, categoryKey: string, hosts: string[]) =>
  ({ id, name: id, categoryKey, kind: 'iframe', hosts }) as const;

const config = createTestConfig({
  trackers: [
    tracker('Film', 'marketing', ['film.example', '*.film.example']),
    tracker('Count', 'analytics', ['count.example']),
    tracker('Maps', 'functional', ['many.example/maps']),
    tracker('Pay', 'necessary', ['pay.example']),
    tracker('Lost', 'gone', ['lost.example']),
  ],
});

function visitOf(known: typeof config | null = config): Visit {
  // The CMS's host stands in here as one of the site's origins: nobody answers in its place.
  const site = createSite({
    files: '/f/',
    known: known ? { '': known } : {},
    origins: ['https://cms.example'],
  });
  return site.visit(new Request('https://site.example/blog/post')) as Visit;
}

const visit = visitOf();
const film = '<iframe src="https://film.example/x"></iframe>';
const gate = (html: string, options?: GateHtmlOptions) => gateHtml(html, visit, options);

/** Each loads from `HOST`. */
const LOADING: [kind: string, html: string][] = [
  ['a frame', '<iframe src="HOST/x" width="560" height="315" title="T"></iframe>'],
  ['a film', '<video src="HOST/x" controls></video>'],
  ['sources of a film', '<video controls><source src="HOST/x"><track src="/own.vtt"></video>'],
  ['a track', '<video src="/own.mp4"><track src="HOST/x"></video>'],
  ['a poster', '<video src="/own.mp4" poster="HOST/x"></video>'],
  ['a sound', '<audio src="HOST/x"></audio>'],
  ['an object', '<object data="HOST/x"><p>none</p></object>'],
  ['an embed', '<embed src="HOST/x">'],
  ['a document in an attribute', `<iframe srcdoc="<img src='HOST/x'>"></iframe>`],
  ['a picture', '<img alt="" src="HOST/x">'],
  ['a picture of many sizes', '<img alt="" src="/own.png" srcset="/own2.png 1x,HOST/x 2x">'],
  ['a source of a picture', '<picture><source srcset="HOST/x 1x"><img alt="" src="/own.png"></picture>'],
  ['an image by its other name', '<image src="HOST/x">'],
  ['a script', '<script src="HOST/x" async></script>'],
  ['a script in the page', '<script>load("HOST/x")</script>'],
  ['a module', '<script type="module">import "HOST/x"</script>'],
  ['an import map', '<script type="importmap">{"imports":{"a":"HOST/x"}}</script>'],
  ['speculation rules', '<script type="speculationrules">{"prefetch":[{"urls":["HOST/x"]}]}</script>'],
  ...[
    'stylesheet',
    'preload',
    'prefetch',
    'dns-prefetch',
    'preconnect',
    'modulepreload',
    'prerender',
    'icon',
  ].map((rel): [string, string] => [`a link of ${rel}`, `<link rel="${rel}" href="HOST/x">`]),
  ['a preload of many sizes', '<link rel="preload" as="image" imagesrcset="HOST/x 1x">'],
  ['a style attribute', '<p style="color:red;background:url(HOST/x)">text</p>'],
  ['a style', '<style>@import "HOST/x";</style>'],
  ['a font of a style', '<style>@font-face{font-family:a;src:url( "HOST/x" )}</style>'],
  ['an image of SVG', '<svg><image href="HOST/x"></image></svg>'],
  ['an image of older SVG', '<svg><image xlink:href="HOST/x"/></svg>'],
  ['a use of SVG', '<svg><use href="HOST/x#a"></use></svg>'],
  ['a filter of SVG', '<svg><rect fill="url(HOST/x#a)"></rect></svg>'],
  ['an animation of an address', '<svg><image><set attributeName="href" to="HOST/x"></set></image></svg>'],
  ['an image button', '<input type="image" src="HOST/x">'],
  ['a background', '<table background="HOST/x"><tr><td>text</td></tr></table>'],
  ['the background of the body', '<body background="HOST/x">'],
  ['a picture for visitors without scripts', '<noscript><img src="HOST/x"></noscript>'],
  ['a base', '<base href="HOST/x">'],
  ['a refresh', '<meta http-equiv="refresh" content="0; url=HOST/x">'],
  ['a handler', '<img alt="" src="/own.png" onload="load(\'HOST/x\')">'],
];

describe('what loads', () => {
  it.each(LOADING)('from elsewhere is held back: %s', (_, html) => {
    const source = html.replaceAll('HOST', 'https://film.example');
    const held = gate(source);
    expect(held).not.toBe(source);
    // Twice is once: what is held is not held again.
    if (!held.includes('data-consent-gate')) expect(gate(held)).toBe(held);
  });

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

describe('much content', () => {
  /** How often addresses are judged and markup is written, by which time grows: what comes out, and what is read. */
  const growth = (html: (times: number) => string) => {
    const [some, more] = [gate(html(500)), gate(html(1000))];
    return more.length / some.length;
  };

  it.each([
    ['gates', (times: number) => '<p><iframe src="https://film.example/x"></iframe></p>'.repeat(times)],
    ['pictures', (times: number) => '<img alt="" src="https://film.example/x">'.repeat(times)],
    ['frames that do not end', (times: number) => '<video src="https://film.example/x"><p>'.repeat(times)],
  ])('grows by as much as it has: %s', (_, html) => {
    expect(growth(html)).toBeGreaterThan(1.8);
    expect(growth(html)).toBeLessThanOrEqual(2.1);
  });

  it.each([
    ['gates', '<p><iframe src="https://film.example/x"></iframe></p>'],
    ['pictures', '<img alt="" src="https://film.example/x">'],
    ['what does not end', '<video src="https://film.example/x"><b><p>'],
    ['styles', '<p style="background:url(//film.example/x)">a</p><style>@import "//film.example/y";</style>'],
    ['documents in attributes', '<iframe srcdoc="<img src=//film.example/x>"></iframe>'],
  ])('asks whose an address is as often as it has some: %s', (_, html) => {
    const asked = (times: number) => {
      let count = 0;
      const counting = Object.defineProperty({ ...tracker('Film', 'marketing', []) }, 'hosts', {
        enumerable: true,
        get() {
          count += 1;
          return ['film.example'];
        },
      });
      gateHtml(html.repeat(times), visitOf({ ...config, trackers: [counting] }));
      return count;
    };
    const [some, more] = [asked(100), asked(200)];
    expect(some).toBeGreaterThan(100);
    expect(more / some).toBeLessThanOrEqual(2.1);
  });

  /** Text with a frame in it, of 2 kB. */
  const passage = `<p>${'text and more '.repeat(140)}</p>${film}`;

  it('is read a few times, however long it is', () => {
    const taken = (times: number) => {
      const { preprocessor } = new Tokenizer({}, {} as never);
      const advance = vi.spyOn(Object.getPrototypeOf(preprocessor) as typeof preprocessor, 'advance');
      gate(passage.repeat(times));
      const { length } = advance.mock.calls;
      advance.mockRestore();
      return length / (passage.length * times);
    };
    const [some, more] = [taken(10), taken(100)];
    expect(some).toBeGreaterThan(1);
    expect(more).toBeLessThanOrEqual(some * 1.1);
  });

  // 1 MB of it, and 10 MB before a release.
  const passages = process.env.CONSENT_FULL_LENGTH ? 5000 : 500;

  it('may be megabytes with thousands of embeds', () => {
    const gated = gate(passage.repeat(passages));
    expect(gated.split('data-consent-gate ')).toHaveLength(passages + 1);
    expect(gated.split('<style>')).toHaveLength(2);
  }, 300_000);

  it.each([
    [
      'tags of thousands of attributes',
      `<img ${Array.from({ length: 50_000 }, (_, index) => `a${index}=x`).join(' ')} src=//film.example/x>`,
      'data-consent-src="//film.example/x"',
    ],
    [
      'code that names thousands of hosts',
      `<script>[${Array.from({ length: 50_000 }, (_, index) => `"//h${index}.example/x"`).join(',')}]</script>`,
      'type="text/plain"',
    ],
    [
      'thousands of elements in each other',
      `${'<div><b>'.repeat(5000)}<img src=//film.example/x>`,
      'data-consent-src=',
    ],
  ])('may have %s', (_, html, held) => {
    expect(gate(html)).toContain(held);
  });
});

it('holds all back of which a browser would make more than it has, instead of reading it in a time that nobody has', () => {
  const html = Array.from({ length: 16_000 }, (_, index) => `<p><b a=${index}>`).join('') + film;
  const gated = gate(html);
  expect(gated).toMatch(
    /^<span data-consent-gate data-consent-category="{&quot;or&quot;:\[\]}" data-state="closed">/,
  );
  const [, held = ''] = /data-consent-text>([^<]*)<\/script>/.exec(gated) ?? [];
  expect(JSON.parse(held)).toBe(html);
  expect(gated).not.toContain('data-consent-allow="always"');
});

describe('what is granted already', () => {
  const granted = (): Visit => {
    const cookie = resolveConsent(null, config);
    const value = encodeConsentCookie({
      v: 1,
      id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
      d: Object.fromEntries(Object.keys(cookie.decisions).map((key) => [key, 1 as const])),
      t: Math.floor(Date.now() / 1000) - 60,
      pv: config.versions.policyVersion,
      cv: config.versions.categoriesVersion,
      tv: config.versions.trackersVersion,
      dv: config.versions.documentsVersion,
      j: 'in',
      s: 'b',
    });
    const site = createSite({ files: '/f/', known: { '': config } });
    const headers = { cookie: `${config.cookie.name}=${value}` };
    return site.visit(new Request('https://site.example/', { headers })) as Visit;
  };

  it('L: arrives inert, with what opens it by today’s cookie before the first gate', () => {
    const html = gateHtml(`<p>a</p>${film}${film}`, granted());
    expect(html.split(gateOpenerScript)).toHaveLength(2);
    expect(html.startsWith(`<p>a</p><script>${gateOpenerScript}</script><span data-consent-gate`)).toBe(true);
    expect(html).toContain('data-state="open"');
    // Only for visitors without JavaScript, to whose page nothing else can come (I6).
    expect(html.replace(/<noscript>.*?<\/noscript>/g, '')).not.toContain('<iframe');
    expect(gateHtml('<img src="https://film.example/x">', granted())).toContain('data-consent-src');
  });

  it('arrives closed in a page that everybody shares', () => {
    const site = createSite({ files: '/f/', known: { '': config }, render: 'neutral' });
    const shared = site.visit(new Request('https://site.example/')) as Visit;
    expect(gateHtml(film, shared)).toContain('data-state="closed"');
    expect(gateHtml(film, shared)).not.toContain(gateOpenerScript);
  });

  it('arrives closed where nothing would open it', () => {
    expect(gateHtml(film, granted(), { opens: false })).toContain('data-state="closed"');
  });

  it('I6: stands as it is for visitors without JavaScript', () => {
    const html = '<noscript><img src="https://film.example/x"></noscript>';
    expect(gateHtml(html, granted())).toBe(html);
    expect(gate(html)).not.toBe(html);
  });
});

describe('a service of a required category', () => {
  const withPay: typeof config = withServices({
    ...config,
    trackers: [{ ...tracker('Pay', 'necessary', ['pay.example']), key: 'pay' }],
  });
  const pay = '<iframe src="https://pay.example/x"></iframe>';
  const visitWith = (refused: boolean, render: 'visitor' | 'neutral' = 'visitor', known = withPay): Visit => {
    const { versions } = known;
    const value = encodeConsentCookie({
      v: 1,
      id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
      d: { functional: 1, analytics: 1, marketing: 1 },
      t: Math.floor(Date.now() / 1000) - 60,
      pv: versions.policyVersion,
      cv: versions.categoriesVersion,
      tv: versions.trackersVersion,
      dv: versions.documentsVersion,
      j: 'in',
      s: 'p',
      ...(refused && { x: { pay: 0 as const } }),
    });
    const site = createSite({ files: '/f/', known: { '': known }, render });
    const headers = { cookie: `${config.cookie.name}=${value}` };
    return site.visit(new Request('https://site.example/', { headers })) as Visit;
  };

  const closed = /data-consent-category="pay" data-state="closed"/;
  const loading = LOADING.map(
    ([kind, html]) => [kind, html.replaceAll('HOST', 'https://pay.example')] as const,
  );
  const isBox = (html: string) => /^<(iframe|object|embed|video|audio)/.test(html);

  it('C3: is held back from whoever refused it by name before it was required', () => {
    expect(gateHtml(pay, visitWith(true))).toMatch(closed);
    expect(gateHtml(pay, visitWith(false))).toBe(pay);
  });

  it.each(loading)('C3: whatever it is of: %s', (_, html) => {
    expect(gateHtml(html, visitWith(true))).not.toBe(html);
    expect(gateHtml(html, visitWith(false))).toBe(html);
  });

  it.each(loading.filter(([, html]) => isBox(html)))(
    'C3: waits in a page that everybody shares until it is known who sees it: %s',
    (_, html) => {
      expect(gateHtml(html, visitWith(false, 'neutral'))).toMatch(closed);
    },
  );

  it.each<readonly [kind: string, html: string]>([
    ...loading.filter(([, html]) => !isBox(html)),
    ['code that calls its script', '<script src="https://pay.example/v3"></script><script>Pay("k")</script>'],
    ['a frame that is not seen', '<iframe src="https://pay.example/x" hidden></iframe>'],
    ['a frame where no gate can stand', '<a href="/x"><iframe src="https://pay.example/x"></iframe></a>'],
  ])('is there for all in such a page where it is no gate: %s', (_, html) => {
    expect(gateHtml(html, visitWith(false, 'neutral'), { ownCode: true })).toBe(html);
  });

  it.each([
    ['a frame', '<iframe src="https://pay.example/x"></iframe>'],
    ['an object', '<object data="https://pay.example/x"></object>'],
    ['a film', '<video src="https://pay.example/x" poster="https://pay.example/y"></video>'],
    [
      'a film of many kinds',
      '<video controls><source src="https://pay.example/x"><source src="/y"><track src="/z"></video>',
    ],
  ])('has a link in such a page for visitors without JavaScript: %s', (_, html) => {
    expect(gateHtml(html, visitWith(false, 'neutral'))).toContain(
      '<a href="https://pay.example/x" rel="noreferrer">Pay</a>',
    );
  });

  it.each(loading)('is there for all where nobody decides on it by name: %s', (_, html) => {
    for (const render of ['visitor', 'neutral'] as const)
      expect(gateHtml(html, visitWith(true, render, config))).toBe(html);
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
