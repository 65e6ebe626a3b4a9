import { z } from 'zod';
import { errors } from './errors';

/** A day or a moment. */
export const dateParameter = z.iso
  .date()
  .or(z.iso.datetime({ offset: true }))
  .transform((text) => new Date(text));

interface Problem {
  path: string[];
  message: string;
}

/** @throws {errors.ValidationError} that names each wrong parameter, and those that there are for one that is none. */
export function parseParameters<Schema extends z.ZodObject>(
  schema: Schema,
  input: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.flatMap((issue) => problemsOf(issue, Object.keys(schema.shape)));
  const message = problems.map((one) => `${one.path.join('.')}: ${one.message}`).join('\n');
  throw new errors.ValidationError(message, { errors: problems });
}

function problemsOf(issue: z.core.$ZodIssue, known: readonly string[]): Problem[] {
  if (issue.code !== 'unrecognized_keys') return [{ path: issue.path.map(String), message: issue.message }];
  const message = `is not a parameter; there are ${known.join(', ')}`;
  return issue.keys.map((key) => ({ path: [key], message }));
}
