import type { RecordSubmission } from '../contract/config.ts';
import { DEVICE_HEADER } from '../contract/impressions.ts';
import { PRESENTATION_HEADER } from '../contract/presentation.ts';
import { deviceClassOf } from '../rules/device-class.ts';
import { keepAlive, pause } from './background-work.ts';
import { askCms, placeHeaders } from './cms-requests.ts';
import type { WrittenPresentation } from './presentations.ts';
import type { Signing } from './record-signing.ts';
import { signedHeaders } from './site-signature.ts';
import { createWarning } from './warning.ts';

/** How long the CMS may take to store a record, in milliseconds: it answers after the commit. */
const RECORD_TIMEOUT = 8000;

export interface Sender {
  /** The visitor's own request: language and signal are passed on, cookies are not. */
  headers: Headers;
  country: string | null;
  region: string | null;
  /** The visitor's address, where the server knows it. */
  address: string | null;
  /** Token of whoever is signed in, where the site reads it. */
  token: string | null;
}

/**
 * Prepares the handing over of a record: what is returned sends it, as often as it is called, and holds nothing else of the
 * visitor's request. It throws when the CMS cannot be reached in time, something else answers in its place, or the CMS
 * refuses the signature.
 */
export function recordSender(
  api: string,
  submission: RecordSubmission,
  from: Sender,
  signedBy: Promise<Signing | null>,
): () => Promise<Response> {
  const headers: Record<string, string> = { 'content-type': 'application/json', ...placeHeaders(from) };
  for (const name of ['accept-language', 'sec-gpc']) {
    const value = from.headers.get(name);
    if (value) headers[name] = value;
  }
  headers[DEVICE_HEADER] = deviceClassOf(from.headers);
  if (from.token) headers.authorization = `Bearer ${from.token}`;
  if (from.address) headers['x-forwarded-for'] = from.address;
  const body = JSON.stringify(submission);
  const url = `${api}/records`;
  const { country, region } = from;
  return async () => {
    const signing = await signedBy;
    // Signed anew for each attempt: a statement holds for five minutes.
    const stated = {
      country,
      region,
      model: signing?.model ?? null,
      presentation: signing?.presentation?.hash ?? null,
    };
    const signed = signing && (await signedHeaders(signing.secret, 'record', stated, body));
    const init = { method: 'POST', headers: { ...headers, ...signed }, body };
    const answer = await askCms(url, init, RECORD_TIMEOUT);
    if (signing && answer.status === 403) {
      // Whoever configured the two has to see to it; the record waits meanwhile.
      const reason = `${url} refused what this site has signed: ${await textOf(answer)}`;
      signing.refusal.raise(reason);
      throw new Error(reason);
    }
    if (signing?.presentation && answer.headers.get(PRESENTATION_HEADER) === 'unknown') {
      keepAlive(handOver(api, signing.presentation, signing));
    }
    // A page that says "back soon" with 200 is no promise that the record is kept (E4, F3).
    if (answer.ok && answer.status !== 201 && answer.status !== 204) {
      void answer.body?.cancel();
      throw new Error(
        `${url} answered ${answer.status}, where a record that is kept is answered with 201 or 204`,
      );
    }
    if (answer.ok) signing?.refusal.clear();
    return answer;
  };
}

/** Hands over how choices are presented. Whatever comes of it, the record is kept; the next one asks for it again. */
async function handOver(
  api: string,
  { text }: WrittenPresentation,
  { secret, handOver: warning }: Signing,
): Promise<void> {
  const stated = { country: null, region: null, model: null, presentation: null };
  const url = `${api}/presentations`;
  try {
    const signed = await signedHeaders(secret, 'presentation', stated, text);
    const headers = { 'content-type': 'application/json', ...signed };
    const answer = await askCms(url, { method: 'POST', headers, body: text }, RECORD_TIMEOUT);
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await textOf(answer)}`);
    void answer.body?.cancel();
    warning.clear();
  } catch (error) {
    warning.raise(
      `How choices are presented could not be handed over to the CMS: ${(error as Error).message}`,
    );
  }
}

/** As much of an answer as belongs in a log. */
const textOf = async (answer: Response): Promise<string> => (await answer.text()).slice(0, 500);

/** Between two attempts, in milliseconds. */
const PAUSES = [1000, 5000, 20_000, 60_000];

/** How an attempt ended, and unless the record was taken why. */
type Outcome = { kind: 'taken' } | { kind: 'refused' | 'failed'; reason: string };

/** These say that the record will never be taken: sending it again is useless. */
const FINAL = new Set([400, 403, 404, 409, 413, 415]);

export interface RecordDeliveryOptions {
  wait?: (milliseconds: number) => Promise<void>;
  warn: (message: string) => void;
}

/**
 * Hands over, in the background, records that nobody else keeps: those of decisions without JavaScript. It tries again a few
 * times; then the record is lost, which is said with the reason: of refused records once until another one was taken, and
 * so of those that could not be sent. The visitor's cookie holds in any case.
 *
 * @returns what hands a record over; its promise ends with the last attempt
 */
export function createRecordDelivery({ wait = pause, warn }: RecordDeliveryOptions) {
  const lost = { refused: createWarning(warn), failed: createWarning(warn) };

  async function attempt(send: () => Promise<Response>): Promise<Outcome> {
    try {
      const answer = await send();
      if (answer.ok) {
        void answer.body?.cancel();
        return { kind: 'taken' };
      }
      const kind = FINAL.has(answer.status) ? 'refused' : 'failed';
      return { kind, reason: `it answered ${answer.status}: ${await textOf(answer)}` };
    } catch (error) {
      return { kind: 'failed', reason: (error as Error).message };
    }
  }

  async function deliver(send: () => Promise<Response>): Promise<void> {
    let outcome = await attempt(send);
    for (const milliseconds of PAUSES) {
      if (outcome.kind !== 'failed') break;
      await wait(milliseconds);
      outcome = await attempt(send);
    }
    if (outcome.kind !== 'taken') {
      const { kind, reason } = outcome;
      lost[kind].raise(`The record of a decision could not be handed over to the CMS: ${reason}`);
      return;
    }
    for (const warning of Object.values(lost)) warning.clear();
  }

  return (send: () => Promise<Response>): Promise<void> => {
    const work = deliver(send);
    keepAlive(work);
    return work;
  };
}
