import { keepAlive } from './background-work.ts';

/** Between two attempts, in milliseconds. */
const PAUSES = [1000, 5000, 20_000, 60_000];

/** These say that the record will never be taken: sending it again is useless. */
const FINAL = new Set([400, 403, 404, 409, 413, 415]);

export interface RecordDeliveryOptions {
  wait?: (milliseconds: number) => Promise<void>;
  warn: (message: string) => void;
}

/**
 * Hands over, in the background, records that nobody else keeps: those of decisions without JavaScript. It tries again a few
 * times; then the record is lost, and that is said once until another one was taken. The visitor's cookie holds in any case.
 *
 * @returns what hands a record over; its promise ends with the last attempt
 */
export function createRecordDelivery({ wait = pause, warn }: RecordDeliveryOptions) {
  let isWarned = false;

  async function attempt(send: () => Promise<Response>): Promise<'taken' | 'refused' | 'failed'> {
    const answer = await send().catch(() => null);
    void answer?.body?.cancel();
    if (answer?.ok) return 'taken';
    return answer && FINAL.has(answer.status) ? 'refused' : 'failed';
  }

  async function deliver(send: () => Promise<Response>): Promise<void> {
    let outcome = await attempt(send);
    for (const milliseconds of PAUSES) {
      if (outcome !== 'failed') break;
      await wait(milliseconds);
      outcome = await attempt(send);
    }
    const isLost = outcome !== 'taken';
    if (isLost && !isWarned) warn('The record of a decision could not be handed over to the CMS.');
    isWarned = isLost;
  }

  return (send: () => Promise<Response>): Promise<void> => {
    const work = deliver(send);
    keepAlive(work);
    return work;
  };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    // A server that is asked to stop does not wait for this.
    (timer as { unref?: () => void }).unref?.();
  });
}
