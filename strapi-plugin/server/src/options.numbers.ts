import { z } from 'zod';

/** A number of an option that counts something. */
export const wholeNumber = (min: number, max: number) =>
  z.number().int(`a whole number from ${min} to ${max}`).min(min).max(max);
