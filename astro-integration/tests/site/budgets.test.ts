import { readdir, readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { snippetText } from '../../src/head/markup.ts';
import { type Build, buildSite } from './harness.ts';

const kB = 1024;
const gzip = (text: string) => gzipSync(text, { level: 9 }).length;

let build: Build;
let scripts: Map<string, string>;

beforeAll(async () => {
  build = await buildSite();
  const folder = `${build.dir}/client/_astro/`;
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  scripts = new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(folder + name, 'utf8')] as const)),
  );
}, 120_000);
afterAll(() => build?.remove());

/** The one built file whose name begins so. */
function script(prefix: string): string {
  const found = [...scripts].filter(([name]) => name.startsWith(prefix));
  expect(found).toHaveLength(1);
  return found[0]![1];
}

describe('the weight of a page (gzip)', () => {
  it('is at most 1.2 kB for the head snippet', () => {
    expect(gzip(snippetText)).toBeLessThanOrEqual(1.2 * kB);
  });

  it('is at most 4 kB of script for a returning visitor, in one file beside the snippet', () => {
    const runtime = script('page.');
    expect(runtime).not.toMatch(/\bfrom\s*["']|\bimport\s*\(/);
    expect(gzip(snippetText) + gzip(runtime)).toBeLessThanOrEqual(4 * kB);
  });

  it('is at most 4 kB more when the preferences open', () => {
    expect(gzip(script('consent-preferences'))).toBeLessThanOrEqual(4 * kB);
  });

  it('has each part in a file of its own, that shares no chunk with others', () => {
    const parts = [...scripts].filter(([name]) => name.startsWith('consent-'));
    expect(parts).toHaveLength(8);
    for (const [, text] of parts) expect(text).not.toMatch(/\bfrom\s*["']/);
  });
});
