import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { stylesheetText } from '../../css-text-plugin.ts';

const component = (name: string) => fileURLToPath(new URL(`../../components/${name}`, import.meta.url));
const kilobytes = (text: string) => gzipSync(text, { level: 9 }).length / 1000;

describe('the stylesheets', () => {
  it('draw no sign that a font may lack: to look for one in other fonts holds up the paint', async () => {
    for (const name of (await readdir(component(''))).filter((file) => file.endsWith('.css'))) {
      const signs = [...(await stylesheetText(component(name))).matchAll(/content:\s*"\\?([^"]*)"/g)];
      for (const [, sign] of signs) expect([name, sign]).toEqual([name, expect.stringMatching(/^(d7|)$/)]);
    }
  });
});

describe('L: byte budgets, gzip, in kB of 1000 bytes', () => {
  it('all stylesheets that a page can get are within 2.5 kB', async () => {
    const late = ['preferences.css', 'preferences-page.css', 'reload.css'];
    const names = (await readdir(component(''))).filter(
      (name) => name.endsWith('.css') && !late.includes(name),
    );
    expect(names).toContain('tokens.css');
    const styles = await Promise.all(names.map((name) => stylesheetText(component(name))));
    expect(kilobytes(styles.join(''))).toBeLessThanOrEqual(2.5);
  });
});
