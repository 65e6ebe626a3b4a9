import type { Core } from '@strapi/strapi';
import { getPluginOptions, type ResolvedConsentPluginOptions } from '../options';
import { PLUGIN, SIGNAL_TASK_UID } from '../uids';
import { probeSignal, type SignalProbe } from './probe';

const store = (strapi: Core.Strapi) => strapi.store({ type: 'plugin', name: PLUGIN, key: 'signal-probe' });

/**
 * The site's own route that says what it makes of a visitor's request, with the credentials that the options name; null where nobody
 * has said where the site is.
 */
export function probeAddress({
  jobs,
  scan,
}: Pick<ResolvedConsentPluginOptions, 'jobs' | 'scan'>): string | null {
  if (jobs.signal === false) return null;
  return jobs.signal.url ?? (scan.url ? new URL('/_consent/config', scan.url).href : null);
}

/** What the last test has found; null where there was none, or none is to be made. */
export async function lastProbe(strapi: Core.Strapi): Promise<SignalProbe | null> {
  if (!probeAddress(getPluginOptions(strapi))) return null;
  return ((await store(strapi).get({})) as SignalProbe | null) ?? null;
}

/** Tests the signal and keeps what came of it. Every instance may: it is a few requests. */
export async function testSignal(strapi: Core.Strapi, now = new Date()): Promise<SignalProbe | null> {
  const address = probeAddress(getPluginOptions(strapi));
  if (!address) return null;
  const probe = await probeSignal(address, now, await lastProbe(strapi));
  await store(strapi).set({ value: probe });
  if (probe.honored === false)
    strapi.log.error(`consent: the site does not honour Global Privacy Control: ${probe.why}`);
  if (probe.honored === null)
    strapi.log.warn(`consent: whether the site honours Global Privacy Control was not tested: ${probe.why}`);
  return probe;
}

/** Plans the daily test, where the site's address is known and `jobs.signal` is not false. */
export function planSignalTest(strapi: Core.Strapi): void {
  const options = getPluginOptions(strapi);
  const plan = options.jobs.signal;
  if (plan === false || !probeAddress(options)) return;
  strapi.cron.add({
    [SIGNAL_TASK_UID]: {
      async task() {
        try {
          await testSignal(strapi);
        } catch (error) {
          strapi.log.error(
            `consent: whether the site honours the signal could not be kept: ${String(error)}`,
          );
        }
      },
      options: { rule: plan.cron, ...(plan.tz ? { tz: plan.tz } : {}) },
    },
  });
}
