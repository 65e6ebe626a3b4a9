import { privateAnswer } from './page-answers.ts';
import type { Visit } from './visit.ts';

/** Whether an answer sets a cookie, or removes one. */
export const setsCookies = ({ headers }: Response): boolean => headers.has('set-cookie');

/**
 * An answer without the cookies that its visitor has not allowed (`Visit.maySet`). One that sets cookies is for no shared cache,
 * whether or not some are left: which they are depends on the visitor.
 *
 * @param withheld is told each cookie, as it would have been set
 */
export function withAllowedCookies(
  answer: Response,
  visit: Pick<Visit, 'maySet'>,
  withheld: (line: string) => void,
): Response {
  if (!setsCookies(answer)) return answer;
  const lines = answer.headers.getSetCookie();
  const kept = lines.filter((line) => visit.maySet(line));
  if (kept.length === lines.length) return privateAnswer(answer);
  for (const line of lines) if (!kept.includes(line)) withheld(line);
  // A copy: the headers of a fetched answer are fixed.
  const other = new Response(answer.body, answer);
  other.headers.delete('set-cookie');
  for (const line of kept) other.headers.append('set-cookie', line);
  return privateAnswer(other);
}
