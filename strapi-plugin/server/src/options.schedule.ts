import { z } from 'zod';

/** What Strapi's scheduler reads: five fields, six with seconds first, seven with a year last, or a name like `@daily`. */
export const cron = z
  .string()
  .refine(isCron, 'a cron rule of five or six fields, like "17 3 * * *" for every night at 3:17');

/** An IANA name, as the runtime knows it. */
export const timeZone = z.string().refine(isTimeZone, 'a time zone like "Europe/Berlin"');

/** The largest number of seconds, minutes, hours, days, months, days of the week and years. */
const LIMITS = [59, 59, 23, 31, 12, 7, 9999];

function isCron(rule: string): boolean {
  if (/^@(yearly|annually|monthly|weekly|daily|midnight|hourly)$/i.test(rule)) return true;
  const fields = rule.trim().split(/\s+/);
  const limits = fields.length === 5 ? LIMITS.slice(1) : LIMITS;
  if (fields.length < 5 || fields.length > LIMITS.length) return false;
  return fields.every((field, position) => isField(field, limits[position] ?? 0));
}

function isField(field: string, limit: number): boolean {
  if (!/^[\dA-Z*?,/#+-]+$/i.test(field)) return false;
  return (field.match(/\d+/g) ?? []).every((number) => Number(number) <= limit);
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
