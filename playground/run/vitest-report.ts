import { existsSync, readFileSync } from 'node:fs';

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { assertionResults: { status: string; ancestorTitles: string[] }[] }[];
}

/** The groups of tests of which some were skipped, by their titles, which say why. */
export function skippedGroups(path: string): string {
  if (!existsSync(path)) return '';
  const { testResults } = JSON.parse(readFileSync(path, 'utf8')) as VitestReport;
  const skipped = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'skipped' || status === 'pending' || status === 'todo');
  return [...new Set(skipped.map(({ ancestorTitles }) => ancestorTitles.join(' > ')))].join('\n');
}

/**
 * Counts the tests of Vitest's JSON report. A run that failed without a failed test (a file that does not load, an
 * error outside tests, no report at all) counts as one failure, so that it can never look green.
 */
export function readVitestReport(
  path: string,
  exitCode: number,
): { passed: number; failed: number; skipped: number } {
  if (!existsSync(path)) return { passed: 0, failed: 1, skipped: 0 };
  const report = JSON.parse(readFileSync(path, 'utf8')) as VitestReport;
  const failed = report.numFailedTests || (exitCode === 0 ? 0 : 1);
  return { passed: report.numPassedTests, failed, skipped: report.numPendingTests + report.numTodoTests };
}
