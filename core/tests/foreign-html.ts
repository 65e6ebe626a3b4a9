/** A site that has declared whose some hosts are, and HTML of others that loads from them. */
import { createTestConfig } from '../src/contract/default-config.ts';
import { type GateHtmlOptions, gateHtml } from '../src/site/content/gate-html.ts';
import { createSite } from '../src/site/site.ts';
import type { Visit } from '../src/site/visit.ts';

export const tracker = (id: string, categoryKey: string, hosts: string[]) =>
  ({ id, name: id, categoryKey, kind: 'iframe', hosts }) as const;

export const config = createTestConfig({
  trackers: [
    tracker('Film', 'marketing', ['film.example', '*.film.example']),
    tracker('Count', 'analytics', ['count.example']),
    tracker('Maps', 'functional', ['many.example/maps']),
    tracker('Pay', 'necessary', ['pay.example']),
    tracker('Lost', 'gone', ['lost.example']),
  ],
});

export function visitOf(known: typeof config | null = config): Visit {
  // The CMS's host stands in here as one of the site's origins: nobody answers in its place.
  const site = createSite({
    files: '/f/',
    known: known ? { '': known } : {},
    origins: ['https://cms.example'],
  });
  return site.visit(new Request('https://site.example/blog/post')) as Visit;
}

export const visit = visitOf();
export const film = '<iframe src="https://film.example/x"></iframe>';
export const gate = (html: string, options?: GateHtmlOptions) => gateHtml(html, visit, options);

/** Each loads from `HOST`. */
export const LOADING: [kind: string, html: string][] = [
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
  ['a script for a worker', '<script type="text/partytown" src="HOST/x"></script>'],
  ['a script in the page for a worker', '<script type="text/partytown">load("HOST/x")</script>'],
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
