import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { directionOf, INTERFACE_LANGUAGES, interfaceTexts, legalTexts } from '../../core/src/texts/index.ts';

const COMPONENTS = new URL('../../astro-integration/components/', import.meta.url);
const read = (file: string) => readFile(new URL(file, COMPONENTS), 'utf8');

/** Languages that the site serves under another tag. */
const ALIASES = ['iw', 'nn', 'no', 'zh-hk', 'zh-mo', 'zh-tw'];
const LANGUAGES = [...Object.keys(INTERFACE_LANGUAGES), ...ALIASES].sort();

const bannerTexts = (locale: string) => {
  const { title, description, acceptAll, rejectAll, customize, close, ...rest } = interfaceTexts(locale);
  const { optOutNote, noticeNote, changedNote, privacyPolicy, cookiePolicy } = rest;
  const own = { optOutNote, noticeNote, changedNote, privacyPolicy, cookiePolicy };
  return {
    title,
    description,
    acceptAll,
    rejectAll,
    customize,
    close,
    ...own,
    direction: directionOf(locale),
  };
};

const withoutComments = (css: string) => css.replace(/\/\*[\s\S]*?\*\/\n?/g, '').trim();

it("the admin's preview has the very styles and words of the site's banner (write them anew with -u)", async () => {
  const site = {
    css: withoutComments(`${await read('tokens.css')}\n${await read('banner.css')}`).split('\n'),
    texts: Object.fromEntries(LANGUAGES.map((tag) => [tag, bannerTexts(tag)])),
  };
  await expect(`${JSON.stringify(site, null, 2)}\n`).toMatchFileSnapshot('../admin/src/banner/site.json');
});

it("the admin's tables of legal pages have the very words of the site's (write them anew with -u)", async () => {
  const words = Object.fromEntries(LANGUAGES.map((tag) => [tag, legalTexts(tag)]));
  await expect(`${JSON.stringify(words, null, 2)}\n`).toMatchFileSnapshot(
    '../admin/src/site/legal-words.json',
  );
});

it("the site's banner is the markup that the preview shows, in no other styles", async () => {
  const banner = await read('../src/ui/banner.ts');
  expect(banner).toContain("import { bannerHtml } from '@permesso/consent-core/banner'");
  expect(banner).not.toMatch(/\.css/);
  const style = await read('../src/ui/banner-style.ts');
  const styles = [...style.matchAll(/components\/(.*\.css)\?inline'/g)].map(([, file]) => file);
  expect(styles).toEqual(['banner.css', 'tokens.css']);
  expect(style).toContain('= tokens + css;');
});
