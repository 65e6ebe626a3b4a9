import type { SignalProbe, SignalResult } from '../signals/probe';
import type { WarningInParts } from './warning';

/** After so long, in milliseconds, a test says nothing any more: three days. */
const STALE = 3 * 86_400_000;

/** That the site does not honour Global Privacy Control, or that nobody knows whether it does. */
export function signalWarnings(probe: SignalProbe | null, now: Date): WarningInParts[] {
  if (!probe) return [];
  const { address: subject, why, honored, at } = probe;
  const detail = why ?? '';
  if (honored === null) {
    const message = `Whether the site honours Global Privacy Control could not be tested. ${why}${lastTime(probe.earlier)}`;
    return [{ code: 'signal-not-tested', message, subject, detail }];
  }
  if (!honored) {
    const message = `The site does not honour Global Privacy Control. ${why}`;
    return [{ code: 'signal-not-honored', message, subject, detail }];
  }
  if (now.getTime() - Date.parse(at) <= STALE) return [];
  const message = `Whether the site honours Global Privacy Control was last tested on ${day(at)}.`;
  return [{ code: 'signal-not-tested', message, subject }];
}

function lastTime(earlier: SignalResult | null): string {
  if (!earlier) return '';
  return ` On ${day(earlier.at)} it ${earlier.honored ? 'honoured it' : 'did not honour it'}.`;
}

const day = (at: string): string => at.slice(0, 10);
