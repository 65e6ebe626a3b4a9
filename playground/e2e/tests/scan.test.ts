import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, it } from 'vitest';
import { DEMO_ADMIN } from '../../run/admin-account.ts';
import { headlessOptions } from '../../run/chromium.ts';
import { ROOT } from '../../run/paths.ts';

const { at } = inject('stack');

it('the scanner finds nothing in what it visits of the demo, not even to remark on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'permesso-scan-'));
  try {
    const list = join(folder, 'pages.txt');
    writeFileSync(list, `${at.site}/\n${at.site}/embeds\n`);
    const { executablePath } = headlessOptions();
    // Ends with a code of its own, and thus throws, where there is a finding.
    const { stdout } = await promisify(execFile)(process.execPath, [
      `${ROOT}/strapi-plugin/bin/consent.cjs`,
      ...[
        'scan',
        at.site,
        '--list',
        list,
        '--browser',
        executablePath,
        '--parallel',
        '4',
        '--fail-on',
        'info',
      ],
    ]);
    expect(stdout).toMatch(/10 visits, pages: 2; declared: 7 trackers \(page\); banner: Permesso/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 180_000);

interface Runs {
  isRunning: boolean;
  runs: {
    source: string;
    site: string;
    pages: number;
    complete: boolean;
    severities: Record<string, number>;
  }[];
}

it('the CMS scans the site by itself, in a process of its own, and keeps the report', async () => {
  const ask = async <T>(path: string, { token, body }: { token?: string; body?: object }): Promise<T> => {
    const response = await fetch(`${at.cms}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    expect(response.ok, path).toBe(true);
    return response.json() as Promise<T>;
  };
  const { email, password } = DEMO_ADMIN;
  const { data } = await ask<{ data: { token: string } }>('/admin/login', { body: { email, password } });
  const begun = await ask<Runs>('/consent/scans/runs', { ...data, body: {} });
  expect(begun).toMatchObject({ isRunning: true, runs: [] });
  const ended = async () => (await ask<Runs>('/consent/scans/runs', data)).runs;
  await expect.poll(ended, { timeout: 150_000, interval: 1000 }).toMatchObject([
    {
      source: 'own',
      site: at.site,
      pages: 1,
      complete: true,
      severities: { serious: 0, moderate: 0, minor: 0 },
    },
  ]);
}, 180_000);
