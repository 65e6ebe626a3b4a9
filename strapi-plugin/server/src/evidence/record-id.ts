import { randomInt } from 'node:crypto';

/** UUIDv7 (RFC 9562, 5.7), in lower case: the first 48 bits are the milliseconds, so ids are in the order of time. */
const RECORD_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Whether a text has the form of an id. A database with a type for them refuses to compare with anything else. */
export const isRecordId = (text: string): boolean => RECORD_ID.test(text);

/** The last millisecond that an id can name; in the year 10889. */
const LAST = 2 ** 48 - 1;

/** The lowest id of a moment: everything stored before it has a lower one. */
export const firstIdOf = (moment: Date): string =>
  written(Math.min(LAST, Math.max(0, moment.getTime())), 0, 0);

/** When the record of an id was stored. */
export const momentOf = (id: string): Date => new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));

/**
 * Makes ids that rise in the order in which one process asks for them, also within a millisecond (RFC 9562, 6.2,
 * method 1: a counter that begins anywhere in its lower half). Those of two processes interleave by their clocks.
 */
export class RecordIds {
  #millisecond = -1;
  #counter = 0;

  next(moment: Date): string {
    const millisecond = moment.getTime();
    this.#counter = millisecond === this.#millisecond ? this.#counter + 1 : randomInt(2 ** 31);
    this.#millisecond = millisecond;
    return written(millisecond, this.#counter, randomInt(RANDOM));
  }
}

/** What follows the counter: 42 bits. */
const RANDOM = 2 ** 42;

/** @param counter 32 bits, of which 12 stand before the variant, 14 behind it and 6 before what is random. */
function written(millisecond: number, counter: number, random: number): string {
  const time = millisecond.toString(16).padStart(12, '0');
  const version = (0x7000 | (counter >>> 20)).toString(16);
  const variant = (0x8000 | ((counter >>> 6) & 0x3fff)).toString(16);
  const rest = ((counter & 0x3f) * RANDOM + random).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-${version}-${variant}-${rest}`;
}
