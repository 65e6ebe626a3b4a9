import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { DEMO_ADMIN } from '../../../playground/run/admin-account.ts';
import { build, CMS_BUILD, CORE_BUILD, PLUGIN_BUILD } from '../../../playground/run/builds.ts';
import { headlessOptions } from '../../../playground/run/chromium.ts';
import { signIn } from './requests.ts';
import { startCms } from './start-cms.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The running CMS, the token of its first administrator and when they got it, and the database of its evidence. */
    cms: { origin: string; token: string; signedInAt: number; evidence: string };
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
  const { origin, evidence } = cms;
  const token = await signIn(origin, DEMO_ADMIN);
  provide('cms', { origin, evidence, token, signedInAt: Date.now() });
  provide('chromium', browser.wsEndpoint());
  return async () => {
    await browser.close();
    await cms.stop();
  };
}
