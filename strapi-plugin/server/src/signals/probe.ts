import { type ConsentConfig, resolveConsent } from '@permesso/consent-core';
import { consentConfigSchema } from '@permesso/consent-core/schema';

/** Whether the site honoured Global Privacy Control when it was last tested. */
export interface SignalProbe {
  /** ISO 8601. */
  at: string;
  /** The site's own route that was asked. */
  address: string;
  honored: boolean;
  /** What was wrong, in a sentence; null where nothing was. */
  why: string | null;
}

/** How long the site may take to answer, in milliseconds. */
const PATIENCE = 10_000;

/** The most of an answer that is read, in characters. */
const MOST = 1_000_000;

/**
 * Asks the site as a browser with the signal does, and as one without, through whatever stands in front of it: a cache that knows no
 * `Sec-GPC`, or a proxy that drops it, keeps the signal from its visitors, and nobody else notices.
 */
export async function probeSignal(address: string, now: Date): Promise<SignalProbe> {
  const why = await whyNotHonored(address).catch(
    (error: Error) => `It could not be asked: ${error.message}.`,
  );
  return { at: now.toISOString(), address, honored: why === null, why };
}

async function whyNotHonored(address: string): Promise<string | null> {
  const withSignal = await ask(address, { 'sec-gpc': '1' });
  const without = await ask(address, {});
  if (!withSignal || !without) return 'It answered with something that is no configuration.';
  if (!withSignal.gpc)
    return 'The signal did not reach the site: something before it drops the header, or answers from a cache.';
  if (without.gpc) return 'It sees a signal where none was sent: something before it answers from a cache.';
  return whyStillOn(withSignal.config);
}

/** The very function that decides for visitors, by the law that knows the signal. */
function whyStillOn(config: ConsentConfig): string | null {
  if (!config.enabled) return 'Consent is switched off.';
  const respecting = config.categories.filter(({ respectGPC, required }) => respectGPC && !required);
  if (respecting.length === 0) return 'No category is switched off by it.';
  const american: ConsentConfig = { ...config, jurisdiction: { country: 'US', model: 'opt-out' } };
  const { decisions } = resolveConsent(null, american, { gpc: true });
  const on = respecting.filter(({ key }) => decisions[key]);
  return on.length > 0 ? `It leaves on: ${on.map(({ key }) => key).join(', ')}.` : null;
}

/** Null where the answer is not that of the site's route. */
async function ask(
  address: string,
  headers: Record<string, string>,
): Promise<{ gpc: boolean; config: ConsentConfig } | null> {
  const response = await fetch(address, {
    headers: { accept: 'application/json', ...headers },
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`it answered ${response.status}`);
  if (text.length > MOST) return null;
  const answer: unknown = JSON.parse(text);
  if (typeof answer !== 'object' || answer === null) return null;
  const config = consentConfigSchema.safeParse(Reflect.get(answer, 'config'));
  const gpc: unknown = Reflect.get(answer, 'gpc');
  return config.success && typeof gpc === 'boolean' ? { gpc, config: config.data as ConsentConfig } : null;
}
