import { z } from 'zod';

/** A text that every database takes, and that can be sealed: PostgreSQL refuses NUL, to store and even in a comparison. */
export const plainText = z
  .string()
  .regex(/^[^\0]*$/, 'must not hold a NUL character')
  .refine((text) => text.isWellFormed(), 'must not hold half of a character');
