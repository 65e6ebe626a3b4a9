import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Whether there is a program at this path that may be run. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The first program of these names on this machine, in the system's own folders or on the path; null for none. */
export function findProgram(...names: string[]): string | null {
  const folders = ['/usr/bin', '/usr/sbin', ...(process.env.PATH ?? '').split(delimiter)];
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isProgram) ?? null;
}
