import { runCommand } from '../../run/command.ts';

/** By name, so that the machine's own settings say where packages come from. */
const PNPM = 'npx --yes pnpm@12.21.0';

/** Variables by which the workspace's pnpm speaks to its scripts; in an app of its own they mean nothing. */
const OF_THE_WORKSPACE =
  /^(npm_(package|lifecycle|command|config_user_agent)|pnpm_config_verify|PNPM_PACKAGE|VITEST|NODE_ENV$)/;

/** So that the commands of a document can stay as they are: what is in npm's cache is fresh enough, and no advice. */
const QUICK_NPM = {
  npm_config_prefer_offline: 'true',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_update_notifier: 'false',
};

/** What a program outside of this workspace finds in its environment. */
export function outside(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const removed = Object.keys(process.env).filter((name) => OF_THE_WORKSPACE.test(name));
  return { ...Object.fromEntries(removed.map((name) => [name, undefined])), ...QUICK_NPM, ...env };
}

/**
 * What it printed.
 *
 * @throws with the command's output when it fails.
 */
export async function run(command: string, cwd: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const { code, output } = await runCommand(command, cwd, outside(env));
  if (code !== 0) throw new Error(`${command} in ${cwd}\n${output}`);
  return output;
}

export const pnpm = (command: string, cwd: string, env?: NodeJS.ProcessEnv): Promise<string> =>
  run(`${PNPM} ${command}`, cwd, env);

/** Whether packages can be had. */
export async function registryAnswers(): Promise<boolean> {
  const ask = 'npm view astro version --fetch-retries=0 --fetch-timeout=15000';
  return (await runCommand(ask, process.cwd())).code === 0;
}
