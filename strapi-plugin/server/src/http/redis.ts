import { Redis } from 'ioredis';

/** How long Redis may take for an answer, in milliseconds. */
const PATIENCE = 250;

/**
 * A connection that comes back by itself and never holds anybody up: while Redis is away every command fails at once.
 *
 * @param away is told once each time Redis goes, with the reason.
 */
export function connectRedis(url: string, away: (reason: string) => void): Redis {
  const redis = new Redis(url, {
    commandTimeout: PATIENCE,
    connectTimeout: 2000,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 500, 5000),
  });
  let isAway = false;
  redis.on('error', (error: Error) => {
    if (!isAway) away(error.message);
    isAway = true;
  });
  redis.on('ready', () => {
    isAway = false;
  });
  return redis;
}
