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

/** A port of 127.0.0.1 that nothing listens on. */
export async function freePort(): Promise<number> {
  const port = await tryPort(0);
  if (port === null) throw new Failure('No port of 127.0.0.1 is free.');
  return port;
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
