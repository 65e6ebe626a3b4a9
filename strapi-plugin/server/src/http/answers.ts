import { z } from 'zod';

/** What a route sends with one status. */
export interface Answer {
  /** When it does. */
  when: string;
  /** The JSON; an answer without it has no body. */
  body?: z.ZodType;
  /** Media types of a body that is no JSON. */
  files?: readonly string[];
  /** Headers that a client needs, with their meaning. */
  headers?: Record<string, string>;
}

/** Every status that a route answers with, but for failures of the server itself. */
export type Answers = Readonly<Record<number, Answer>>;

/** An error in Strapi's shape (E2). */
export function failure(
  status: number,
  name: string,
  when: string,
  { details = z.object({}), headers }: { details?: z.ZodType; headers?: Record<string, string> } = {},
): Answers {
  const error = z.object({
    status: z.literal(status),
    name: z.literal(name),
    message: z.string(),
    details,
  });
  return { [status]: { when, body: z.object({ data: z.null(), error }), ...(headers ? { headers } : {}) } };
}

const problemsSchema = z.object({
  errors: z.array(z.object({ path: z.array(z.string()), message: z.string(), name: z.string() })),
});

/** What `invalidInput` answers. */
export const invalid = (when: string): Answers =>
  failure(400, 'ValidationError', when, { details: problemsSchema });

export const FOREIGN_ORIGIN: Answers = failure(
  403,
  'ForbiddenError',
  "The origin is neither the server's own nor one of allowedOrigins.",
);

export const NOT_MODIFIED: Answers = { 304: { when: 'The ETag of If-None-Match is the current one.' } };

/** Headers of an answer that a later request may name. */
export const REVALIDATED = { ETag: 'Names this answer; for If-None-Match.' };
