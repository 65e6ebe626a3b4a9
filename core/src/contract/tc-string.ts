import { RECORD_BYTES } from './record-size.ts';

/** The longest consent string in a record, in letters: a quarter of what a record may be is left to all else that it says. */
export const TC_STRING_LETTERS = (RECORD_BYTES * 3) / 4;

/** Segments of base64url with points between them. (IAB Tech Lab, TC string format 2: four kinds of segments, each at most once.) */
const SEGMENTS = /^[\w-]+(\.[\w-]+){0,3}$/;

/** Whether a text may be a consent string of IAB's Transparency and Consent Framework that a record has room for. */
export const isTcString = (text: string): boolean => text.length <= TC_STRING_LETTERS && SEGMENTS.test(text);
