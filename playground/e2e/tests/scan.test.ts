import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, it } from 'vitest';
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
