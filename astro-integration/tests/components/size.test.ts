import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { describe, expect, it } from 'vitest';
import { cssTextPlugin, stylesheetText } from '../../css-text-plugin.ts';

const component = (name: string) => fileURLToPath(new URL(`../../components/${name}`, import.meta.url));
const kilobytes = (text: string) => gzipSync(text, { level: 9 }).length / 1000;

async function script(name: string): Promise<string> {
  const input = fileURLToPath(new URL(`../../src/client/${name}.ts`, import.meta.url));
  const build = await rolldown({ input, platform: 'browser', plugins: [cssTextPlugin()] });
  const { output } = await build.generate({ format: 'esm', minify: true });
  await build.close();
  return output[0].code;
}

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

  it('the preferences, styles included, are within 4 kB', async () => {
    expect(kilobytes(await script('preferences'))).toBeLessThanOrEqual(4);
  });

  it('the banner takes 1 kB of the 8 that a first visit may load', async () => {
    expect(kilobytes(await script('banner'))).toBeLessThanOrEqual(1);
  });
});
