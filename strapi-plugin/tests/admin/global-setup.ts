import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { createDemoAdmin, DEMO_ADMIN } from '../../../playground/run/admin-account.ts';
import { build, CMS_BUILD, CORE_BUILD, PLUGIN_BUILD } from '../../../playground/run/builds.ts';
import { headlessOptions } from '../../../playground/run/chromium.ts';
import { freePort } from '../../../playground/run/ports.ts';
import { newSecrets } from '../../../playground/run/secrets.ts';
import { startService } from '../../../playground/run/service.ts';
import { address, cmsService } from '../../../playground/run/services.ts';
import { signIn } from './requests.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The running CMS, and the session of its first administrator. */
    cms: { origin: string; token: string };
    /** Where the running Chromium is spoken to. */
    chromium: string;
  }
}

/**
 * Builds the playground's CMS with its admin, where that is stale, and starts it and a Chromium: once, for all files.
 * What a file writes is there for the next, in whatever order they run: a file names what it made itself.
 */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  await build(CORE_BUILD);
  await build(PLUGIN_BUILD);
  await build(CMS_BUILD);
  const [cms, browser] = await Promise.all([startCms(), chromium.launchServer(headlessOptions())]);
  provide('cms', { origin: cms.origin, token: await signIn(cms.origin, DEMO_ADMIN) });
  provide('chromium', browser.wsEndpoint());
  return async () => {
    await browser.close();
    await cms.stop();
  };
}

/** Starts the built CMS afresh, on a port and a database of its own, with its first administrator. */
async function startCms(): Promise<{ origin: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'consent-admin-'));
  const at = { cms: address(await freePort()), site: '', vendors: 'http://127.0.0.1:9' };
  const service = await startService(
    cmsService(at, {
      ...newSecrets(),
      NODE_ENV: 'production',
      DATABASE_FILENAME: join(folder, 'cms.db'),
      CONSENT_RATE_LIMIT: '10000',
      CONSENT_NETWORKS: 'true',
    }),
  );
  await createDemoAdmin(at.cms);
  return {
    origin: at.cms,
    async stop() {
      await service.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
