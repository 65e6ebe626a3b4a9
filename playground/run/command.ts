import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, delimiter } from 'node:path';
import { CACHE, ROOT } from './paths.ts';

/** This repository's package manager, whatever the machine has: as people write it. */
export const PNPM = 'npx --yes pnpm@12.21.0';

const started = process.env.npm_execpath ?? '';

/** The same for commands: the one that runs these scripts, which need not be looked for by npm (four seconds each time). */
export const RUNNING_PNPM = basename(started) === 'pnpm' ? `"${started}"` : PNPM;

export interface Finished {
  code: number;
  /** Standard output and standard error, in the order of arrival. */
  output: string;
}

const running = new Set<ChildProcess>();
let closed = false;

/** The environment of a script of the package in `cwd`: its own bins first, as a package manager would have it. */
export function scriptEnv(cwd: string, extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const bins = [`${cwd}/node_modules/.bin`, `${ROOT}/node_modules/.bin`, process.env.PATH ?? ''];
  return {
    ...process.env,
    STRAPI_TELEMETRY_DISABLED: 'true',
    ASTRO_TELEMETRY_DISABLED: '1',
    // Strapi and Astro are started again and again, of the same thousands of files.
    NODE_COMPILE_CACHE: `${CACHE}/compiled`,
    ...extra,
    PATH: bins.join(delimiter),
  };
}

/** The script `name` of the package in `cwd`. */
export function packageScript(cwd: string, name: string): string {
  const { scripts } = JSON.parse(readFileSync(`${cwd}/package.json`, 'utf8'));
  return scripts[name];
}

/** Runs a shell command to its end; never throws, its exit code says how it went. */
export function runCommand(command: string, cwd: string, env: NodeJS.ProcessEnv = {}): Promise<Finished> {
  if (closed) return Promise.resolve({ code: 1, output: 'not started: everything is being stopped' });
  return new Promise((resolve) => {
    // A group of its own, so that stopping it stops what its shell started too.
    const child = spawn(command, {
      cwd,
      env: scriptEnv(cwd, env),
      shell: true,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk;
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('close', (code, signal) => {
      running.delete(child);
      resolve({ code: code ?? 1, output: signal ? `${output}\nended by ${signal}` : output });
    });
  });
}

/** Ends every command that is still running, with what it started; no other can start after that. */
export function stopCommands(): void {
  closed = true;
  for (const { pid } of running) {
    try {
      if (pid) process.kill(-pid, 'SIGTERM');
    } catch {
      // It ended by itself in between.
    }
  }
}
