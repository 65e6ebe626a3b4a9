import type { RecordSubmission } from '@permesso/consent-core';
import { placeHeaders } from './cms.ts';

/** How long the CMS may take to store a record, in milliseconds: it answers after the commit. */
const TIMEOUT = 8000;

/** Waits between the attempts to hand over a record that nobody else keeps, in milliseconds. */
const RETRIES = [1000, 2000, 4000, 8000, 16_000, 32_000];

/** These say that the record will never be taken: sending it again is useless. */
const FINAL = new Set([400, 403, 404, 409, 413, 415]);

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
 * @throws when the CMS cannot be reached in time.
 */
export async function forwardRecord(
  api: string,
  submission: RecordSubmission,
  from: Sender,
): Promise<Response> {
  const headers = new Headers({ 'content-type': 'application/json', ...placeHeaders(from) });
  for (const name of ['accept-language', 'sec-gpc']) {
    const value = from.headers.get(name);
    if (value) headers.set(name, value);
  }
  if (from.address) headers.set('x-forwarded-for', from.address);
  return fetch(`${api}/records`, {
    method: 'POST',
    headers,
    body: JSON.stringify(submission),
    signal: AbortSignal.timeout(TIMEOUT),
    redirect: 'error',
  });
}

/** Hands over a record in the background and tries again for about a minute; resolves to whether it was taken. */
export async function forwardWithRetry(
  send: () => Promise<Response>,
  wait: (milliseconds: number) => Promise<void> = pause,
): Promise<boolean> {
  for (const delay of [...RETRIES, null]) {
    try {
      const response = await send();
      await response.body?.cancel();
      if (response.ok || FINAL.has(response.status)) return response.ok;
    } catch {
      // Away: the next attempt may find it.
    }
    if (delay !== null) await wait(delay);
  }
  return false;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    // A server that is asked to stop does not wait for this.
    (timer as { unref?: () => void }).unref?.();
  });
}
