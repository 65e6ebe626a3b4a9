import type { SignalProbe } from '../signals/probe';
import type { WarningInParts } from './warning';

/** After so long, in milliseconds, a test says nothing any more: three days. */
const STALE = 3 * 86_400_000;

/** That the site does not honour Global Privacy Control, or that nobody knows any more whether it does. */
export function signalWarnings(probe: SignalProbe | null, now: Date): WarningInParts[] {
  if (!probe) return [];
  if (!probe.honored) {
    return [
      {
        code: 'signal-not-honored',
        message: `The site does not honour Global Privacy Control. ${probe.why}`,
        subject: probe.address,
        detail: probe.why ?? '',
      },
    ];
  }
  if (now.getTime() - Date.parse(probe.at) <= STALE) return [];
  return [
    {
      code: 'signal-not-tested',
      message: `Whether the site honours Global Privacy Control was last tested on ${probe.at.slice(0, 10)}.`,
      subject: probe.address,
    },
  ];
}
