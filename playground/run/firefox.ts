import { findProgram, isProgram } from './programs.ts';

const MAC = '/Applications/Firefox.app/Contents/MacOS/firefox';

/** The Firefox of this machine: `FIREFOX` in the environment, else one on the path; null where there is none. */
export function findFirefox(): string | null {
  return process.env.FIREFOX || (findProgram('firefox-esr', 'firefox') ?? (isProgram(MAC) ? MAC : null));
}
