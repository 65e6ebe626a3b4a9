import { z } from 'zod';

/** A text that every database takes: PostgreSQL refuses NUL, to store and even in a comparison. */
export const plainText = z.string().regex(/^[^\0]*$/, 'must not hold a NUL character');
