import { joined } from '../page-answers.ts';

export type Body = ReadableStream<Uint8Array>;

/** A body of which the beginning is known. */
export interface Peeked {
  start: Uint8Array;
  whole: Body;
}

/** Reads a body's beginning, until there is enough of it or no more; it is all there still in what is given back. */
export async function peeked(
  body: Body,
  isEnough: (start: Uint8Array) => boolean = (start) => start.length > 0,
): Promise<Peeked> {
  const reader = body.getReader();
  let { done, value: start = new Uint8Array() } = await reader.read();
  while (!done && !isEnough(start)) {
    const next = await reader.read();
    done = next.done;
    if (next.value) start = joined([start, next.value]);
  }
  const whole = new ReadableStream<Uint8Array>({
    start(controller) {
      if (start.length > 0) controller.enqueue(start);
      if (done) controller.close();
    },
    async pull(controller) {
      const { done: isLast, value } = await reader.read();
      if (isLast) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return { start, whole };
}
