import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const source = new URL('../src/', import.meta.url);

it('names no framework: what is special about one stands in its adapter', () => {
  const files = globSync('**/*.{ts,css}', { cwd: source }).filter((file) => !file.endsWith('.test.ts'));
  expect(files).toContain('page/navigation.ts');
  expect(files.filter((file) => /astro/i.test(readFileSync(new URL(file, source), 'utf8')))).toEqual([]);
});
