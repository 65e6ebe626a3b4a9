import { judgeConsent } from '@permesso/consent-core';
import { withoutCredentials } from '../http/address-credentials';
import { askSite, NotTested, type SiteAnswer } from './site-config';

/** What a test has found that could be made. */
export interface SignalResult {
  /** ISO 8601. */
  at: string;
  /** Whether the site honours Global Privacy Control. */
  honored: boolean;
  /** What was wrong, in a sentence; null where nothing was. */
  why: string | null;
}

/** What came of the last test of a site. */
export interface SignalProbe extends Omit<SignalResult, 'honored'> {
  /** The site's own route that was asked, without credentials. */
  address: string;
  /** Null where it could not be tested; `why` says why not. */
  honored: boolean | null;
  /** Where it could not be tested: the last test that could be made, if any. */
  earlier: SignalResult | null;
}

/**
 * Asks the site as a browser with the signal does, and as one without, through whatever stands in front of it: a cache that knows no
 * `Sec-GPC`, or a proxy that drops it, keeps the signal from its visitors, and nobody else notices.
 *
 * @param address may carry user name and password; they are sent, and appear nowhere else
 * @param before what the last test has found
 */
export async function probeSignal(
  address: string,
  now: Date,
  before: SignalProbe | null = null,
): Promise<SignalProbe> {
  const tested = { at: now.toISOString(), address: withoutCredentials(address).address };
  try {
    const why = await whyNotHonored(address);
    return { ...tested, honored: why === null, why, earlier: null };
  } catch (error) {
    if (!(error instanceof NotTested)) throw error;
    const earlier = before?.address === tested.address ? resultIn(before) : null;
    return { ...tested, honored: null, why: error.message, earlier };
  }
}

function resultIn({ at, honored, why, earlier }: SignalProbe): SignalResult | null {
  return honored === null ? earlier : { at, honored, why };
}

async function whyNotHonored(address: string): Promise<string | null> {
  const withSignal = await askSite(address, { 'sec-gpc': '1' });
  const without = await askSite(address, {});
  const { enabled, categories } = withSignal.config;
  if (!enabled) throw new NotTested('Consent is switched off.');
  const respecting = categories.filter(({ respectGPC, required }) => respectGPC && !required);
  if (respecting.length === 0) throw new NotTested('No category respects the signal.');
  if (!withSignal.gpc)
    return 'The signal did not reach the site: something before it drops the header, or answers from a cache.';
  if (without.gpc) return 'It sees a signal where none was sent: something before it answers from a cache.';
  const decisions = underSignal(categories);
  const on = respecting.filter(({ key }) => decisions[key]);
  return on.length > 0 ? `It leaves on: ${on.map(({ key }) => key).join(', ')}.` : null;
}

/** By the very function that decides for visitors, and the law that knows the signal. */
function underSignal(categories: SiteAnswer['config']['categories']): Readonly<Record<string, boolean>> {
  const terms = { model: 'opt-out' as const, triggers: [], maxAge: 0, versions: {}, categories };
  return judgeConsent(null, terms, true, 0).decisions;
}
