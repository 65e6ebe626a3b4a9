import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDemoAdmin } from '../../../playground/run/admin-account.ts';
import { freePort } from '../../../playground/run/ports.ts';
import { newSecrets } from '../../../playground/run/secrets.ts';
import { startService } from '../../../playground/run/service.ts';
import { address, cmsService } from '../../../playground/run/services.ts';

/** Starts the built CMS afresh, on a port and a database of its own, with its first administrator. `evidence` is the file of its records. */
export async function startCms(
  env: NodeJS.ProcessEnv = {},
): Promise<{ origin: string; evidence: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'consent-admin-'));
  const at = { cms: address(await freePort()), site: '', vendors: 'http://127.0.0.1:9' };
  const service = await startService(
    cmsService(at, {
      ...newSecrets(),
      NODE_ENV: 'production',
      DATABASE_FILENAME: join(folder, 'cms.db'),
      CONSENT_RATE_LIMIT: '10000',
      CONSENT_NETWORKS: 'true',
      ...env,
    }),
  );
  await createDemoAdmin(at.cms);
  return {
    origin: at.cms,
    evidence: join(folder, 'cms.consent.db'),
    async stop() {
      await service.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
