import { setTimeout as delay } from 'node:timers/promises';
import { createDemoAdmin, DEMO_ADMIN } from './run/admin-account.ts';
import {
  build,
  CMS_BUILD,
  CORE_BUILD,
  INTEGRATION_BUILD,
  isStale,
  PLUGIN_BUILD,
  SITE_BUILD,
} from './run/builds.ts';
import { stopCommands } from './run/command.ts';
import { Failure, runMain } from './run/failure.ts';
import { CMS } from './run/paths.ts';
import { claimPort } from './run/ports.ts';
import { step, styled } from './run/progress.ts';
import { keptSecrets } from './run/secrets.ts';
import { firstToEnd, startService, stopServices } from './run/service.ts';
import { type Addresses, address, cmsService, siteService, vendorsService } from './run/services.ts';

const at: Addresses = { cms: address(1337), site: address(4321), vendors: address(4400) };

async function start(): Promise<void> {
  await claimPort(1337, 'the CMS');
  await claimPort(4321, 'the site');
  await claimPort(4400, 'the third parties');
  await step('Core', () => build(CORE_BUILD));
  await step('Strapi plugin and Astro integration', () =>
    Promise.all([build(PLUGIN_BUILD), build(INTEGRATION_BUILD)]),
  );
  const patience = isStale(CMS_BUILD) ? ' (half a minute or more)' : '';
  await step(`CMS with its admin panel${patience}`, () => build(CMS_BUILD));
  await step('Fake third parties', () => startService(vendorsService(at)));
  await step('CMS, with first content', async () => {
    await startService(cmsService(at, { ...keptSecrets(`${CMS}/.env`), NODE_ENV: 'production' }));
    await createDemoAdmin(at.cms);
  });
  await step('Site', async () => {
    await build(SITE_BUILD, { CONSENT_CMS_URL: at.cms, VENDORS_URL: at.vendors });
    await startService(siteService(at));
  });
}

function printAddresses(): void {
  const line = (title: string, text: string) => console.log(`  ${title.padEnd(16)}${styled('cyan', text)}`);
  console.log('\n  Permesso is running.\n');
  line('Site', `${at.site}/`);
  line('CMS', `${at.cms}/admin`);
  line('', `${DEMO_ADMIN.email}  ${DEMO_ADMIN.password}`);
  line('Third parties', `${at.vendors}/hits  (what they were asked for)`);
  console.log('\n  Ctrl-C stops everything.\n');
}

/** Resolves on the first Ctrl-C or SIGTERM; later ones change nothing while the services end. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
  });
}

/** Waits for the person to stop the demo; a service that ends before that is a failure. */
async function untilStopped(signalled: Promise<void>): Promise<void> {
  const ended = await Promise.race([signalled, firstToEnd()]);
  if (!ended) return;
  // On Ctrl-C the terminal ends the services too; their end may be heard first.
  if (await Promise.race([signalled.then(() => true), delay(500, false)])) return;
  throw new Failure(`${ended.output().trimEnd()}\n\n${ended.name} ended by itself; its output stands above.`);
}

async function main(): Promise<number> {
  const signalled = stopSignal();
  console.log('\n  Starting the Permesso demo\n');
  try {
    const ready = await Promise.race([start().then(() => true), signalled.then(() => false)]);
    if (ready) {
      printAddresses();
      await untilStopped(signalled);
    }
    console.log('\n  Stopping …');
    return 0;
  } finally {
    stopCommands();
    await stopServices();
  }
}

await runMain(main);
