import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from './paths.ts';
import { REPORT_VARIABLE, type VitestReport } from './vitest-reporter.ts';

const FILES = {
  'vitest.config.js': 'export default {};',
  'mixed.test.js': `
    import { describe, expect, it } from 'vitest';
    it('holds', () => expect(1).toBe(1));
    describe('a group', () => it("doesn't hold (1 + 1)", () => expect(1 + 1).toBe(3)));
    describe.skip('without PostgreSQL', () => it('is skipped', () => expect(1).toBe(1)));`,
  'property.test.js': `
    import { it } from 'vitest';
    it('has a counterexample', () => { throw new Error('Property failed after 3 tests\\n{ seed: 1 }'); });`,
  'unloadable.test.js': `import './nowhere.js';`,
  'hook.test.js': `
    import { beforeAll, it } from 'vitest';
    beforeAll(() => { throw new Error('no'); });
    it('never runs', () => {});`,
  'outside.test.js': `
    import { expect, it } from 'vitest';
    it('passes', () => { Promise.reject(new Error('unheard')); expect(1).toBe(1); });`,
};

let folder: string;
let report: VitestReport;

beforeAll(async () => {
  // Below the repository, where Vitest is found.
  folder = mkdtempSync(`${ROOT}/node_modules/.reporter-`);
  for (const [file, text] of Object.entries(FILES)) writeFileSync(join(folder, file), text);
  const path = join(folder, 'report.json');
  const args = ['run', `--reporter=${ROOT}/playground/run/vitest-reporter.ts`];
  await new Promise((resolve) => {
    const env = { ...process.env, [REPORT_VARIABLE]: path };
    execFile(`${ROOT}/node_modules/.bin/vitest`, args, { cwd: folder, env }, resolve);
  });
  report = JSON.parse(readFileSync(path, 'utf8'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the report of a Vitest run', () => {
  it('counts a failed test, a file that does not load, a failed hook and an error outside of tests', () => {
    expect(report).toMatchObject({ passed: 2, failed: 5 });
    expect(report.failures.map(({ title }) => title.split('/').at(-1)).toSorted()).toEqual([
      "a group > doesn't hold (1 + 1)",
      'has a counterexample',
      'hook.test.js',
      'unloadable.test.js',
    ]);
  });

  it('says what runs a failed test alone', () => {
    const failed = report.failures.find(({ title }) => title.startsWith('a group'));
    expect(failed?.command).toMatch(
      /^vitest run .*mixed\.test\.js -t 'a group > doesn'\\''t hold \\\(1 \\\+ 1\\\)'$/,
    );
  });

  it('names the file of what may pass alone, which no counterexample does', () => {
    const fileOf = (title: string) => report.failures.find((one) => one.title.startsWith(title))?.file;
    expect(fileOf('a group')).toMatch(/mixed\.test\.js$/);
    expect(fileOf('has a counterexample')).toBeUndefined();
  });

  it('names the groups of what was skipped, and the time of each file', () => {
    expect(report.skippedGroups).toContain('without PostgreSQL');
    expect(report.files).toHaveLength(5);
    for (const { ms } of report.files) expect(ms).toBeGreaterThan(0);
  });
});
