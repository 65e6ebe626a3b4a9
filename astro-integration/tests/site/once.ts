import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const ASK_AGAIN_AFTER = 100;

/**
 * Has a folder made by the first process that asks for it; the others wait until it is complete. What was made stays for
 * later runs.
 */
export async function makeOnce(folder: string, make: () => Promise<void>): Promise<void> {
  const complete = `${folder}/complete`;
  const lock = `${folder}.lock`;
  await mkdir(dirname(folder), { recursive: true });
  while (!existsSync(complete)) {
    if (!(await taken(lock))) {
      await setTimeout(ASK_AGAIN_AFTER);
      continue;
    }
    try {
      if (existsSync(complete)) return;
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true });
      await make();
      await writeFile(complete, '');
    } finally {
      await rm(lock, { force: true });
    }
  }
}

/** Takes the lock, or answers false where a living process has it. */
async function taken(lock: string): Promise<boolean> {
  try {
    const file = await open(lock, 'wx');
    await file.writeFile(String(process.pid));
    await file.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const owner = Number(await readFile(lock, 'utf8').catch(() => ''));
    if (owner > 0 && !isAlive(owner)) await rm(lock, { force: true });
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
