import { dailyCheckpointPath, requestTimestamp, type TileStore, timestampPath } from '../seal';

/** So many days back a checkpoint without its stamp is found. */
const DAYS = 14;

const DAY = 86_400_000;

/** The days that end with `now`, newest first. */
export const daysBefore = (now: Date, count: number): Date[] =>
  Array.from({ length: count }, (_, back) => new Date(now.getTime() - back * DAY));

/**
 * Puts a time stamp of the authority beside each day's checkpoint that has none yet.
 *
 * @throws TimestampError where the authority gives none; the next call asks again.
 */
export async function stampDays(files: TileStore, authority: string, now: Date): Promise<void> {
  for (const day of daysBefore(now, DAYS)) {
    const path = dailyCheckpointPath(day);
    const checkpoint = await files.read(path);
    if (!checkpoint || (await files.read(timestampPath(path)))) continue;
    const stamp = await requestTimestamp(authority, checkpoint);
    // Another instance may have got one meanwhile, which somebody has seen.
    if (!(await files.read(timestampPath(path)))) await files.write(timestampPath(path), stamp);
  }
}
