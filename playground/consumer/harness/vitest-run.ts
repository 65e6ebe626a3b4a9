import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../run/command.ts';
import { outside } from './commands.ts';

/** What Vitest says of a run. */
interface Report {
  testResults: { assertionResults: { fullName: string; status: string }[] }[];
}

/** Runs the tests of an app with its own Vitest: those that failed, how many ran, and how many there are. */
export async function runVitest(app: string, env: NodeJS.ProcessEnv = {}, only = '') {
  const line = `npx vitest run --reporter=json --outputFile=report.json ${only}`;
  const { code, output } = await runCommand(line, app, outside(env));
  const file = join(app, 'report.json');
  if (!existsSync(file)) throw new Error(`Vitest wrote no report: ${output}`);
  const report: Report = JSON.parse(readFileSync(file, 'utf8'));
  rmSync(file);
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const ran = tests.filter(({ status }) => status !== 'skipped' && status !== 'pending');
  const failed = ran.filter(({ status }) => status !== 'passed').map(({ fullName }) => fullName);
  return { code, output, all: tests.length, ran: ran.length, failed };
}
