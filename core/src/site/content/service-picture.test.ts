import { expect, it } from 'vitest';
import type { ConsentPicture, ConsentTracker } from '../../contract/config.ts';
import { createTestConfig } from '../../contract/default-config.ts';
import { createSite } from '../site.ts';
import type { Visit } from '../visit.ts';
import { gateHtml } from './gate-html.ts';
import { servicePictureStyle } from './service-picture.ts';

function visitWith(poster: ConsentPicture | undefined, cms?: string): Promise<Visit> | Visit {
  const film: ConsentTracker = {
    id: 'Film',
    key: 'film',
    name: 'Film',
    categoryKey: 'marketing',
    kind: 'iframe',
    hosts: ['film.example'],
    ...(poster && { poster }),
  };
  const config = createTestConfig({ trackers: [film], services: { film: 'marketing' } });
  const site = createSite({ files: '/f/', known: { '': config }, ...(cms && { cms }) });
  return site.visit(new Request('https://site.example/blog/post'), { atBuild: true });
}

const film = '<iframe src="https://film.example/x"></iframe>';

const pictureIn = (html: string) => /--pc-poster:url\(&quot;([^&]*)&quot;\)/.exec(html)?.[1];

it.each<[string, string | undefined, string | undefined]>([
  ['/uploads/a b.png', undefined, 'https://site.example/uploads/a%20b.png'],
  ['/uploads/a.png', 'https://cms.example', 'https://cms.example/uploads/a.png'],
  ['https://cms.example/uploads/a.png', 'https://cms.example', 'https://cms.example/uploads/a.png'],
  ['https://bucket.example/a.png', 'https://cms.example', undefined],
  ['//film.example/a.png', undefined, undefined],
])(
  'stands before consent where it lies on the own hosts: %s, with the CMS at %s',
  async (url, cms, shown) => {
    const visit = await visitWith({ url, width: 640, height: 360 }, cms);
    expect(pictureIn(gateHtml(film, visit))).toBe(shown);
    expect(servicePictureStyle('film', visit)).toBe(shown && `--pc-poster:url("${shown}")`);
  },
);

it('gives way to the one that the embed names', async () => {
  const visit = await visitWith({ url: '/uploads/service.png' });
  const named = film.replace('<iframe', '<iframe data-consent-poster="/own.png"');
  expect(pictureIn(gateHtml(named, visit))).toBe('https://site.example/own.png');
});

it('may lie on a host that the site names as its own', async () => {
  const visit = await visitWith({ url: 'https://eu.media.example/a.png' });
  const own = ['*.media.example'];
  expect(pictureIn(gateHtml(film, visit, { own }))).toBe('https://eu.media.example/a.png');
  expect(servicePictureStyle('film', visit, { own })).toContain('media.example');
  expect(servicePictureStyle('film', visit)).toBeUndefined();
});

it('is none where there is none', async () => {
  const visit = await visitWith(undefined);
  expect(gateHtml(film, visit)).not.toContain('--pc-poster:url');
  expect(servicePictureStyle('film', visit)).toBeUndefined();
  expect(servicePictureStyle('marketing', visit)).toBeUndefined();
});
