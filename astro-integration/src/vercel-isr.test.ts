import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { refuseSharedAnswers } from './vercel-isr.ts';

const folders: string[] = [];
afterEach(() => Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true }))));

const OWN = ['config', 'records', 'decide', 'preferences'];

/** The folder of a site that Vercel's adapter has built with these routes. */
async function built(routes: { src: string; dest: string; status?: number }[]): Promise<URL> {
  const root = await mkdtemp(join(tmpdir(), 'vercel-'));
  folders.push(root);
  const functions = join(root, '.vercel/output/functions');
  await mkdir(functions, { recursive: true });
  await writeFile(join(functions, '_isr.prerender-config.json'), '{}');
  await writeFile(join(functions, '../config.json'), JSON.stringify({ routes }));
  return pathToFileURL(`${root}/`);
}

describe('what may be left to the ISR of Vercel', () => {
  const check = (
    root: URL,
    trailingSlash: 'ignore' | 'always' = 'ignore',
    render: 'neutral' | 'visitor' = 'neutral',
  ) => refuseSharedAnswers({ root, trailingSlash }, { basePath: '/_consent', render });
  const apart = OWN.map((name) => ({ src: `^/_consent/${name}$`, dest: '_render' }));
  const nothing = { src: '^/.*$', dest: '_render', status: 404 };

  it('is pages beside the routes of consent', async () => {
    const pages = { src: '^/shop/?$', dest: '/_isr?x_astro_path=$0' };
    await expect(check(await built([...apart, pages, nothing]))).resolves.toBeUndefined();
  });

  it('C1: is no page that is made for its visitor', async () => {
    const pages = { src: '^/shop/?$', dest: '/_isr?x_astro_path=$0' };
    const checked = check(await built([...apart, pages, nothing]), 'ignore', 'visitor');
    await expect(checked).rejects.toThrow("consent({ render: 'neutral' })");
  });

  it('is no page that takes every address that is left: one of consent with a slash at its end, too', async () => {
    const any = { src: '^(?:/(.*?))?/?$', dest: '/_isr?x_astro_path=$0' };
    await expect(check(await built([...apart, any, nothing]))).rejects.toThrow('with what the first one got');
  });

  it('is nothing by which the routes of consent are lost', async () => {
    const root = await built([...apart, nothing]);
    await expect(check(root, 'always')).rejects.toThrow(
      "would find nothing at /_consent/config/. Keep these routes out of it: vercel({ isr: { exclude: ['/_consent/[...path]'] } })",
    );
    await expect(check(await built(apart), 'always')).rejects.toThrow('would find nothing');
  });
});
