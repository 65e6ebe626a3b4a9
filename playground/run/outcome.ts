/** What a stage adds to the sum. */
export interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

/** A test that failed, or a stage without tests. */
export interface Failed {
  title: string;
  /** Runs it alone, from the repository's root. */
  command: string;
  /** The test file below the repository's root that may pass where it is run once more; absent where it cannot. */
  file?: string;
}

/** A test file and how long it took with its imports and hooks, in milliseconds. */
export interface FileTime {
  file: string;
  ms: number;
}

export interface Outcome extends Count {
  /** What the person has to read: a failure's output in full, or why something was skipped. */
  output: string;
  failures?: readonly Failed[];
  files?: readonly FileTime[];
  /** Tests that failed beside everything else and passed with the machine to themselves, by title. */
  unsteady?: readonly string[];
}

export const PASSED: Outcome = { passed: 1, failed: 0, skipped: 0, output: '' };

/** @param failures what failed, where it can be run alone */
export const failedWith = (output: string, failures: readonly Failed[] = []): Outcome => ({
  passed: 0,
  failed: 1,
  skipped: 0,
  output,
  failures,
});

export const skippedWith = (output: string): Outcome => ({ passed: 0, failed: 0, skipped: 1, output });
