/** What a stage adds to the sum. */
export interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

export interface Outcome extends Count {
  /** What the person has to read: a failure's output in full, or why something was skipped. */
  output: string;
}

export const PASSED: Outcome = { passed: 1, failed: 0, skipped: 0, output: '' };

export const failedWith = (output: string): Outcome => ({ passed: 0, failed: 1, skipped: 0, output });
