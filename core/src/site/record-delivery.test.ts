import { describe, expect, it } from 'vitest';
import { createRecordDelivery } from './record-delivery.ts';

/** A delivery whose pauses are over at once, and noted. */
function delivery() {
  const pauses: number[] = [];
  const warnings: string[] = [];
  const deliver = createRecordDelivery({
    wait: async (milliseconds) => void pauses.push(milliseconds),
    warn: (message) => warnings.push(message),
  });
  /** Hands over a record that is answered so, in this order, and the last way from then on. */
  async function sent(...answers: (number | Error)[]): Promise<number> {
    let attempts = 0;
    await deliver(async () => {
      const answer = answers[Math.min(attempts, answers.length - 1)]!;
      attempts += 1;
      if (answer instanceof Error) throw answer;
      return new Response(answer === 201 ? null : 'why', { status: answer });
    });
    return attempts;
  }
  return { sent, pauses, warnings };
}

describe('the record of a decision without JavaScript', () => {
  it('is sent once where the CMS takes it', async () => {
    const { sent, pauses, warnings } = delivery();
    expect(await sent(201)).toBe(1);
    expect([pauses, warnings]).toEqual([[], []]);
  });

  it.each([503, 429, new Error('away')])('is sent again after a pause that grows: %s', async (failure) => {
    const { sent, pauses, warnings } = delivery();
    expect(await sent(failure, failure, 201)).toBe(3);
    expect(pauses).toEqual([1000, 5000]);
    expect(warnings).toEqual([]);
  });

  it.each([400, 403, 404, 409, 413, 415])(
    'is not sent again where the CMS never takes it: %i',
    async (status) => {
      const { sent, warnings } = delivery();
      expect(await sent(status)).toBe(1);
      expect(warnings).toHaveLength(1);
    },
  );

  it('is given up after a few attempts, which is said once until another one is taken', async () => {
    const { sent, warnings } = delivery();
    expect(await sent(503)).toBe(5);
    await sent(503);
    const lost = 'The record of a decision could not be handed over to the CMS: ';
    expect(warnings).toEqual([`${lost}it answered 503: why`]);
    await sent(201);
    await sent(new Error('away'));
    expect(warnings.slice(1)).toEqual([`${lost}away`]);
  });

  it('is missed aloud in an outage, also where the CMS has refused one before', async () => {
    const { sent, warnings } = delivery();
    await sent(400);
    await sent(400);
    await sent(503);
    expect(warnings).toEqual([
      expect.stringContaining('it answered 400: why'),
      expect.stringContaining('it answered 503: why'),
    ]);
  });
});
