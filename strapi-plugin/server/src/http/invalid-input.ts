import type { z } from 'zod';
import { errors } from './errors';

/** Why a value of what was sent is not taken. */
export interface Problem {
  /** Where it stands; empty for the whole. */
  path: readonly PropertyKey[];
  message: string;
}

/**
 * The one answer to what was sent wrong: 400, and `details.errors[]` with path, message and name, as Strapi's own validation
 * answers (E2).
 *
 * @param message without it each problem with its path, in a line of its own
 */
export function invalidInput(problems: readonly Problem[], message?: string): Error {
  const said = problems.slice(0, MOST_SAID);
  const named = said.map((one) => ({
    path: one.path.map(String),
    message: one.message,
    name: 'ValidationError',
  }));
  return new errors.ValidationError(message ?? textOf(said), { errors: named });
}

/** Nobody reads more, and an answer is no multiple of what was sent. */
const MOST_SAID = 50;

/** The same for one value of which a whole sentence is said. */
export const invalidValue = (path: readonly PropertyKey[], sentence: string): Error =>
  invalidInput([{ path, message: sentence }], sentence);

/** @throws {errors.ValidationError} that names each wrong value. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw invalidInput(parsed.error.issues);
}

/** @throws {errors.ValidationError} where the text of a body is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidValue([], 'The body is not JSON.');
  }
}

const textOf = (problems: readonly Problem[]): string =>
  problems
    .map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message))
    .join('\n');
