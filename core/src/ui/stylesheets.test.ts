import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { stylesheetText } from '../../css-text-plugin.ts';
import { THEME_PROPERTIES } from './theme.ts';

const room = fileURLToPath(new URL('..', import.meta.url));
const published = globSync('{legal,ui/styles}/*.css', { cwd: room }).sort();
const text = (file: string) => stylesheetText(`${room}/${file}`);
const kilobytes = (styles: string) => gzipSync(styles, { level: 9 }).length / 1000;

const SMALL = 'small-placeholder.css';

describe('the stylesheets', () => {
  it('draw no sign that a font may lack: to look for one in other fonts holds up the paint', async () => {
    for (const file of published) {
      const signs = [...(await text(file)).matchAll(/content:\s*"\\?([^"]*)"/g)];
      for (const [, sign] of signs) expect([file, sign]).toEqual([file, expect.stringMatching(/^(d7|)$/)]);
    }
  });
});

describe('a theme', () => {
  it('has every custom property that the stylesheets take from a site, and no other', async () => {
    const texts = await Promise.all(published.map(text));
    const used = new Set(texts.join('').match(/--consent-[a-z-]+/g));
    expect([...THEME_PROPERTIES].sort()).toEqual([...used].sort());
  });
});

describe('L: byte budgets, gzip, in kB of 1000 bytes', () => {
  it('all stylesheets that a page can get are within 2.5 kB', async () => {
    const late = ['preferences.css', 'preferences-page.css', 'preview.css', 'reload.css'];
    const early = published.filter((file) => ![...late, SMALL].includes(basename(file)));
    expect(early).toContain('ui/styles/tokens.css');
    const styles = await Promise.all(early.map(text));
    expect(kilobytes(styles.join(''))).toBeLessThanOrEqual(2.5);
  });

  it('a page whose content may be too small for a placeholder gets 0.45 kB more', async () => {
    expect(kilobytes(await text(`ui/styles/${SMALL}`))).toBeLessThanOrEqual(0.45);
  });
});
