import type { Core } from '@strapi/strapi';

/** Strapi's columns for moments hold no zone there: what they hold is local time of the process that wrote it. */
const LOCAL_TIME = ['postgres', 'mysql'];

/**
 * What is to be said of a process that is not in UTC; null where nothing is. A moment that one zone wrote is another
 * one in the next, and in the hour in which summer time ends nobody can tell which of two it was.
 *
 * @param client as Strapi names the kind of database
 * @param offset minutes from local time to UTC, at a moment
 */
export function timeZoneWarning(
  client: string,
  offset = (at: Date): number => at.getTimezoneOffset(),
): string | null {
  const year = new Date().getUTCFullYear();
  const seasons = [0, 6].map((month) => new Date(Date.UTC(year, month, 1)));
  if (!LOCAL_TIME.includes(client) || seasons.every((at) => offset(at) === 0)) return null;
  return (
    'consent: this process is not in UTC, and the database holds moments in its local time: another zone would move ' +
    'the dates of what was published. Start Strapi with TZ=UTC, on every instance alike; where something was ' +
    'published already, stay with the zone in which that was.'
  );
}

/** At start, once. */
export function warnOfTimeZone(strapi: Core.Strapi): void {
  const warning = timeZoneWarning(strapi.db.dialect.client);
  if (warning) strapi.log.warn(warning);
}
