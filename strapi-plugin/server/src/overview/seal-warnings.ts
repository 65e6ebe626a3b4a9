import type { Backlog } from '../evidence/leaf-store';
import type { SealingProblem } from '../evidence/sealing/problems';
import type { ConsentWarningCode, WarningInParts } from './warning';

/** What waits for longer than this, in milliseconds, waits for somebody to mend something: an hour. */
const BEHIND = 3_600_000;

const CODES: Readonly<Record<SealingProblem['about'], { code: ConsentWarningCode; subject: string }>> = {
  name: { code: 'seal-without-name', subject: 'seal.origin' },
  log: { code: 'seal-fails', subject: 'seal' },
  folder: { code: 'seal-folder', subject: 'seal.folder' },
  timestamp: { code: 'seal-timestamp', subject: 'seal.tsa' },
};

/** That the evidence is not being sealed, and why, as far as some instance has noted it. */
export function sealWarnings(
  backlog: Backlog | null,
  problems: readonly SealingProblem[],
  now: Date,
): WarningInParts[] {
  const failing = problems.map(({ about, message }) => ({
    ...CODES[about],
    message: `${PREFIX[about]}: ${message}`,
    // That there is no name the code says.
    ...(about === 'name' ? {} : { detail: message }),
  }));
  if (!backlog || now.getTime() - backlog.since.getTime() <= BEHIND) return failing;
  const { items, more, since } = backlog;
  const count = `${items}${more ? '+' : ''}`;
  const message = `Entries wait to be sealed since ${since.toISOString()}: ${count}.`;
  return [{ code: 'seal-behind', subject: 'jobs.seal', detail: count, message }, ...failing];
}

const PREFIX: Readonly<Record<SealingProblem['about'], string>> = {
  name: 'Nothing is sealed. Set url in config/server.ts, or seal.origin, or CONSENT_SEAL_KEY',
  log: 'Sealing fails, and what is not sealed yet waits',
  folder: 'The sealed log is not copied into its folder',
  timestamp: 'The authority gives no time stamp',
};
