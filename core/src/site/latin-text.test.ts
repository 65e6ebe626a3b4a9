import { isStringOneByteRepresentation } from 'node:v8';
import { parseFragment, serialize } from 'parse5';
import { expect, it } from 'vitest';
import { createTestConfig } from '../contract/default-config.ts';
import { bannerStyle } from '../ui/styles.ts';
import { createSite } from './site.ts';

const HTML = { head: '', banner: '', manage: '', preferences: '' };

/** What a page gets in whose banner an editor has written this. */
async function written(description: string): Promise<typeof HTML> {
  const config = createTestConfig({ banner: { title: 'Größe', description } });
  const site = createSite({ config, files: '/page-files/' });
  return await site.visit(new Request('http://shop.example/'));
}

const parsed = (html: string) => serialize(parseFragment(html));

it('writes a page of Latin letters although its texts have a few other signs, which read the same', async () => {
  const description = '„Wellen“ zählen … 🍪';
  const { head, banner, manage, preferences } = await written(description);
  for (const html of [head, banner, manage, preferences]) {
    expect(html).toMatch(/^[\0-\xff]*$/);
    expect(isStringOneByteRepresentation(html), 'kept as one byte a letter').toBe(true);
  }
  expect(parsed(banner)).toContain('Größe');
  expect(parsed(banner)).toContain(description);
  expect(bannerStyle, 'which reads no references').toMatch(/^[\0-\x7f]*$/);
});

it('leaves a language of other letters as it is written', async () => {
  const description = 'Мы считаем волны и приливы';
  const { banner } = await written(description);
  expect(banner).toContain(description);
  expect(banner).not.toContain('&#1');
});
