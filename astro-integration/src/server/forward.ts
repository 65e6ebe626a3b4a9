import type { RecordSubmission } from '@permesso/consent-core';
import { ask } from './ask.ts';
import { placeHeaders } from './regions.ts';

/** How long the CMS may take to store a record, in milliseconds: it answers after the commit. */
const TIMEOUT = 8000;

export interface Sender {
  /** The visitor's own request: language and signal are passed on, cookies are not. */
  headers: Headers;
  country: string | null;
  region: string | null;
  /** The visitor's address, where the server knows it. */
  address: string | null;
}

/**
 * Hands a record to the CMS.
 * @throws when the CMS cannot be reached in time, or something else answers in its place.
 */
export const forwardRecord = (api: string, submission: RecordSubmission, from: Sender): Promise<Response> =>
  recordSender(api, submission, from)();

/** The same, whenever it is called: what may wait for long holds nothing else of the visitor's request. */
export function recordSender(
  api: string,
  submission: RecordSubmission,
  from: Sender,
): () => Promise<Response> {
  const headers: Record<string, string> = { 'content-type': 'application/json', ...placeHeaders(from) };
  for (const name of ['accept-language', 'sec-gpc']) {
    const value = from.headers.get(name);
    if (value) headers[name] = value;
  }
  if (from.address) headers['x-forwarded-for'] = from.address;
  const body = JSON.stringify(submission);
  const url = `${api}/records`;
  return async () => {
    const answer = await ask(url, { method: 'POST', headers, body }, TIMEOUT);
    // A page that says "back soon" with 200 is no promise that the record is kept (E4, F3).
    if (answer.ok && answer.status !== 201 && answer.status !== 204) {
      void answer.body?.cancel();
      throw new Error(
        `${url} answered ${answer.status}, where a record that is kept is answered with 201 or 204`,
      );
    }
    return answer;
  };
}
