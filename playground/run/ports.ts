import { createServer } from 'node:net';
import { Failure } from './failure.ts';

/** Listens for a moment; answers the port, or null where it is taken. */
function tryPort(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : null));
    });
  });
}

/**
 * Below those that systems hand out to whoever names none (Linux: from 32768; RFC 6335: from 49152). One of these another program could
 * have before the one that it is meant for.
 */
const [FIRST, COUNT] = [20_000, 12_000];
const ATTEMPTS = 50;

/** A port of 127.0.0.1 that nothing listens on. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = await tryPort(FIRST + Math.floor(Math.random() * COUNT));
    if (port !== null) return port;
  }
  throw new Failure('No port of 127.0.0.1 is free.');
}

/**
 * Makes sure that `port` is free for `name`.
 *
 * @throws {Failure} naming the port, what it is for, and what to do.
 */
export async function claimPort(port: number, name: string): Promise<void> {
  if ((await tryPort(port)) !== null) return;
  throw new Failure(
    `Port ${port}, which ${name} needs, is busy: stop the program that listens on it, then start again.`,
  );
}
