import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';

export interface Bounds {
  /** Milliseconds. */
  time: number;
  /** Bytes that the process and all that it starts may hold in memory. Watched on Linux alone. */
  memory: number;
}

export interface BoundedRun {
  arguments: readonly string[];
  env: NodeJS.ProcessEnv;
  bounds: Bounds;
  /** Ends it. */
  signal: AbortSignal;
}

/** How it ended: by itself with a code, or because of a bound. */
export interface Ended {
  code: number | null;
  reason: 'itself' | 'time' | 'memory' | 'stopped';
  /** The last lines that it wrote to its standard error. */
  said: string;
}

/** How often its memory is looked at, in ms. */
const LOOK_EVERY = 2000;
const KEPT_CHARACTERS = 4000;

/**
 * Runs Node in a process of its own, which is ended with everything that it has started when it passes a bound. Its standard
 * input closes when this process is gone, so that it can end with it.
 */
export async function runBounded({ arguments: args, env, bounds, signal }: BoundedRun): Promise<Ended> {
  const child = spawn(process.execPath, args, {
    env,
    stdio: ['pipe', 'ignore', 'pipe'],
    windowsHide: true,
  });
  let reason: Ended['reason'] = 'itself';
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-KEPT_CHARACTERS);
  });
  const end = (why: Ended['reason']) => {
    if (reason !== 'itself') return;
    reason = why;
    void killTree(child);
  };
  const stop = () => end('stopped');
  const timer = setTimeout(() => end('time'), bounds.time);
  const watch = setInterval(async () => {
    if ((await memoryOfTree(child)) > bounds.memory) end('memory');
  }, LOOK_EVERY);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject).on('close', resolve);
    });
    return { code, reason, said: said.trim() };
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    signal.removeEventListener('abort', stop);
  }
}

interface ProcessFacts {
  pid: number;
  parent: number;
  /** Bytes that it holds in memory. */
  memory: number;
}

/** Linux counts memory in pages of this many bytes on the machines that Chromium is made for. */
const MEMORY_PAGE = 4096;

async function memoryOfTree({ pid }: ChildProcess): Promise<number> {
  const held = await Promise.all((await treeOf(pid)).map(ownMemory));
  return held.reduce((sum, bytes) => sum + bytes, 0);
}

/** What processes share counts once, each its part of it, where the kernel says that: those of a browser share much. */
async function ownMemory({ pid, memory }: ProcessFacts): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  const [, kilobytes] = /^Pss:\s+(\d+) kB$/m.exec(text) ?? [];
  return kilobytes === undefined ? memory : Number(kilobytes) * 1024;
}

/** The browser first of all is a process of its own, and would outlive the one that started it. */
async function killTree(child: ChildProcess): Promise<void> {
  for (const { pid } of await treeOf(child.pid)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
  child.kill('SIGKILL');
}

/** A process and all that it has started, directly or not. Without Linux's `/proc` nothing is known. */
async function treeOf(root: number | undefined): Promise<ProcessFacts[]> {
  if (root === undefined) return [];
  const names = await readdir('/proc').catch(() => []);
  const found = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(factsOf));
  const all = found.filter((facts) => facts !== null);
  const tree = all.filter(({ pid }) => pid === root);
  // It grows while it is walked.
  for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid));
  return tree;
}

/** As proc_pid_stat(5) has them; the name, in brackets, may hold anything. Null of one that has ended. */
async function factsOf(pid: string): Promise<ProcessFacts | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [parent, pages] = [Number(fields[1]), Number(fields[21])];
  return Number.isInteger(parent) && Number.isInteger(pages)
    ? { pid: Number(pid), parent, memory: pages * MEMORY_PAGE }
    : null;
}
