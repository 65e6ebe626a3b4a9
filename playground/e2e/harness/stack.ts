import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startVendors } from '@permesso/playground-vendors';
import { createDemoAdmin } from '../../run/admin-account.ts';
import { freePort } from '../../run/ports.ts';
import { newSecrets } from '../../run/secrets.ts';
import { type Service, startService } from '../../run/service.ts';
import { type Addresses, address, cmsService, siteService } from '../../run/services.ts';

/** A stack that runs already, whose third parties and content another one takes over. */
export interface Origin {
  at: Pick<Addresses, 'vendors'>;
  database: string;
}

/** Real vendors, a real Strapi on a fresh database and, once started, the built site; all on ports of their own. */
export interface Stack {
  readonly at: Addresses;
  /** The SQLite file of the CMS. */
  readonly database: string;
  /** @param options of the demo, as its environment has them. */
  startCms(options?: NodeJS.ProcessEnv): Promise<void>;
  stopCms(): Promise<void>;
  /** `dist` is where the site was built to. */
  startSite(dist: string): Promise<void>;
  stopSite(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts vendors and CMS; the site is built against them, so it starts later. With an `origin` the CMS has its
 * content and thus its versions, as a site that was built against that one expects.
 *
 * @param options of the demo, as its environment has them, for the first start of the CMS
 */
export async function startStack(origin?: Origin, options?: NodeJS.ProcessEnv): Promise<Stack> {
  const folder = mkdtempSync(join(tmpdir(), 'permesso-e2e-'));
  const database = join(folder, 'cms.db');
  if (origin) copyFileSync(origin.database, database);
  const vendors = origin ? undefined : await startVendors({ port: 0 });
  const at = {
    cms: address(await freePort()),
    site: address(await freePort()),
    vendors: vendors?.origin ?? origin?.at.vendors ?? '',
  };
  // The demo's limit per address would stop a suite whose visitors all come from one.
  const env = {
    ...newSecrets(),
    NODE_ENV: 'production',
    DATABASE_FILENAME: database,
    CONSENT_RATE_LIMIT: '10000',
    SCAN_PAGES: '1',
  };

  let cms: Service | undefined;
  let site: Service | undefined;
  const stack: Stack = {
    at,
    database,
    async startCms(options) {
      cms = await startService(cmsService(at, { ...env, ...options }));
    },
    async stopCms() {
      await cms?.stop();
    },
    async startSite(dist) {
      site = await startService(siteService(at, dist));
    },
    async stopSite() {
      await site?.stop();
    },
    async stop() {
      await stack.stopSite();
      await stack.stopCms();
      await vendors?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await stack.startCms(options);
  await createDemoAdmin(at.cms);
  return stack;
}
