import type { RecordSubmission } from '../contract/config.ts';
import { recordSubmissionSchema } from '../contract/schema.ts';
import { errorResponse, readBody } from './route-answers.ts';

/** The largest body of a record, in bytes (E4). */
const LIMIT = 4096;

/** The record that a page has sent, or the answer that says what is wrong with it. */
export async function readSubmission(request: Request): Promise<RecordSubmission | Response> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^(application\/json|text\/plain)\b/i.test(type)) {
    return errorResponse(415, 'Send the record as application/json.');
  }
  const body = await readBody(request, LIMIT);
  if (!body) return errorResponse(413, `A record has at most ${LIMIT} bytes.`);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(body));
  } catch {
    return errorResponse(400, 'The body is not JSON.');
  }
  const parsed = recordSubmissionSchema.safeParse(value);
  if (parsed.success) return parsed.data as RecordSubmission;
  const errors = parsed.error.issues.map(({ path, message }) => ({ path, message }));
  return errorResponse(400, 'The record is not valid.', { errors });
}

/** The language that a page of ours took along to a route; null where a record could not name it. */
export function localeTaken(value: unknown): string | null {
  return recordSubmissionSchema.shape.locale.safeParse(value).data ?? null;
}
