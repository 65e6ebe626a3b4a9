import { Cron } from 'croner';
import { z } from 'zod';

/** A rule that Strapi's own scheduler reads, and that comes at some time. */
export const cron = z
  .string()
  .refine(isCron, 'a cron rule of five or six fields, like "17 3 * * *" for every night at 3:17');

/** An IANA name, as the runtime knows it. */
export const timeZone = z.string().refine(isTimeZone, 'a time zone like "Europe/Berlin"');

function isCron(rule: string): boolean {
  try {
    // A date would be read, too, and be over one day.
    return !/^\d{4}-/.test(rule.trim()) && new Cron(rule, { paused: true }).nextRun() !== null;
  } catch {
    return false;
  }
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
