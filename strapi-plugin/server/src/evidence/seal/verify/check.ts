import type { Verifier } from '../signed-note';
import { verifyTimestamp } from '../timestamp';

/** `unchecked`: nothing speaks against it, but what it takes to know is not at hand. */
export type CheckOutcome = 'passed' | 'failed' | 'unchecked';

/** One thing that was looked at, and what was found, in a sentence. */
export interface Check {
  outcome: CheckOutcome;
  sentence: string;
}

/** What it takes to make a check is not there: it is `unchecked`, and the message says what to bring. */
export class UncheckedError extends Error {
  override name = 'UncheckedError';
}

/**
 * Makes a check: passed with the sentence that it returns, failed where it throws. Its message follows the claim, as in
 * `The checkpoint is signed by a key of the log: no: the signature of … is wrong.`
 */
export async function check(claim: string, look: () => string | Promise<string>): Promise<Check> {
  try {
    return { outcome: 'passed', sentence: await look() };
  } catch (error) {
    const outcome = error instanceof UncheckedError ? 'unchecked' : 'failed';
    const answer = outcome === 'failed' ? 'no' : 'not known';
    return { outcome, sentence: `${claim}: ${answer}: ${(error as Error).message}.` };
  }
}

/** 0: all passed. 1: something is not as it was sealed. 2: something could not be checked, and nothing failed. */
export function exitCode(checks: readonly Check[]): 0 | 1 | 2 {
  if (checks.some(({ outcome }) => outcome === 'failed')) return 1;
  return checks.length === 0 || checks.some(({ outcome }) => outcome === 'unchecked') ? 2 : 0;
}

/** Whom the one who checks trusts, from elsewhere than what is checked. */
export interface Trust {
  /** Keys of the log. */
  keys: readonly Verifier[];
  /** Certificates of time-stamping authorities, or of those who vouch for them, in PEM. */
  authorities?: readonly string[];
}

/** Makes the check of a checkpoint's time stamp. */
export function checkTimestamp(
  what: string,
  { response, checkpoint }: { response: Uint8Array; checkpoint: string },
  { authorities = [] }: Trust,
): Promise<Check> {
  return check(`The time stamp of ${what} holds`, async () => {
    if (authorities.length === 0) throw new UncheckedError('pass the certificate of its authority as --tsa');
    const { at, authority } = await verifyTimestamp(response, Buffer.from(checkpoint), authorities);
    return `${authority} saw ${what} at ${at.toISOString()}.`;
  });
}

/** Throws with the reason where it does not hold. */
export function refuse(holds: boolean, reason: string): asserts holds {
  if (!holds) throw new Error(reason);
}

/** A number with its noun, as sentences have it. */
export const counted = (number: number, one: string, many: string) =>
  `${number} ${number === 1 ? one : many}`;
