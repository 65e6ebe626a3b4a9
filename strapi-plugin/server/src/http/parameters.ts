import { z } from 'zod';
import { invalidInput, type Problem } from './invalid-input';

/** A day or a moment. */
export const dateParameter = z.iso
  .date()
  .or(z.iso.datetime({ offset: true }))
  .transform((text) => new Date(text));

/** @throws {errors.ValidationError} that names each wrong parameter, and those that there are for one that is none. */
export function parseParameters<Schema extends z.ZodObject>(
  schema: Schema,
  input: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw invalidInput(parsed.error.issues.flatMap((issue) => problemsOf(issue, Object.keys(schema.shape))));
}

function problemsOf(issue: z.core.$ZodIssue, known: readonly string[]): Problem[] {
  if (issue.code !== 'unrecognized_keys') return [issue];
  const message = `is not a parameter; there are ${known.join(', ')}`;
  return issue.keys.map((key) => ({ path: [key], message }));
}
