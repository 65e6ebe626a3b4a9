import { connect } from 'node:net';
import { failedWith, type Outcome, PASSED, skippedWith } from './outcome.ts';

/** What the integration tests talk to besides SQLite. */
const DATABASES = [
  { name: 'PostgreSQL', host: process.env.PGHOST ?? '127.0.0.1', port: Number(process.env.PGPORT ?? 5432) },
  {
    name: 'MariaDB',
    host: process.env.MYSQL_HOST ?? '127.0.0.1',
    port: Number(process.env.MYSQL_PORT ?? 3306),
  },
  {
    name: 'Redis',
    host: process.env.REDIS_HOST ?? '127.0.0.1',
    port: Number(process.env.REDIS_PORT ?? 6379),
  },
];

const CONNECT_WITHIN_MS = 3000;

function accepts({ host, port }: { host: string; port: number }): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: CONNECT_WITHIN_MS });
    const answer = (yes: boolean) => {
      socket.destroy();
      resolve(yes);
    };
    socket.once('connect', () => answer(true));
    socket.once('error', () => answer(false));
    socket.once('timeout', () => answer(false));
  });
}

/**
 * Whether the databases can be reached. In CI (`CI` is set) a missing one is a failure, since its tests would be
 * skipped in silence; on a person's machine it is not.
 */
export async function checkDatabases(): Promise<Outcome> {
  const reachable = await Promise.all(DATABASES.map(accepts));
  const missing = DATABASES.filter((_, index) => !reachable[index]).map(
    ({ name, host, port }) => `${name} (${host}:${port})`,
  );
  if (missing.length === 0) return PASSED;
  const sentence = `Not reachable: ${missing.join(', ')}.`;
  if (process.env.CI) return failedWith(`${sentence} CI tests every database: start them, or unset CI.`);
  return skippedWith(`${sentence} Their tests are skipped.`);
}
