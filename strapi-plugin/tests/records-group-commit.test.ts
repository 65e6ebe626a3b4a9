import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { GroupCommit, QueueClosedError } from '../server/src/records/group-commit';

const limits = { maxBatch: 10, maxQueue: 50, writers: () => 1 };

/** A store that takes a moment, and keeps what each write was given. */
function slowStore() {
  const writes: number[][] = [];
  const onDisk = new Set<number>();
  const write = async (items: number[]): Promise<PromiseSettledResult<number>[]> => {
    writes.push(items);
    await pause(5);
    for (const item of items) onDisk.add(item);
    return items.map((value) => ({ status: 'fulfilled', value }));
  };
  return { writes, onDisk, write };
}

describe('group commit', () => {
  it('F3: answers for an item only when its own write is done', async () => {
    const { onDisk, write } = slowStore();
    const queue = new GroupCommit(write, limits);
    const answers = Array.from({ length: 30 }, async (_, i) => {
      await queue.submit(i);
      return onDisk.has(i);
    });
    expect(await Promise.all(answers)).toEqual(Array(30).fill(true));
  });

  it('shares one write among the items that came while another was under way, in order and within the limit', async () => {
    const { writes, write } = slowStore();
    const queue = new GroupCommit(write, limits);
    await Promise.all(Array.from({ length: 25 }, (_, i) => queue.submit(i)));
    expect(writes.map(({ length }) => length)).toEqual([10, 10, 5]);
    expect(writes.flat()).toEqual(Array.from({ length: 25 }, (_, i) => i));
  });

  it('writes as many batches at a time as the store has writers', async () => {
    const { onDisk, write } = slowStore();
    let [underWay, most] = [0, 0];
    const counted = async (items: number[]) => {
      most = Math.max(most, ++underWay);
      return write(items).finally(() => underWay--);
    };
    const queue = new GroupCommit(counted, { ...limits, writers: () => 2 });
    await Promise.all(Array.from({ length: 45 }, (_, i) => queue.submit(i)));
    expect(most).toBe(2);
    expect(onDisk.size).toBe(45);
  });

  it('rejects a refused item alone', async () => {
    const queue = new GroupCommit<number, number>(
      async (items) =>
        items.map((value) =>
          value === 2 ? { status: 'rejected', reason: new Error('two') } : { status: 'fulfilled', value },
        ),
      limits,
    );
    const outcomes = await Promise.allSettled([1, 2, 3].map((item) => queue.submit(item)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('goes on after a write that failed', async () => {
    let failing = true;
    const queue = new GroupCommit<number, number>(async (items) => {
      if (failing) throw new Error('database away');
      return items.map((value) => ({ status: 'fulfilled', value }));
    }, limits);
    await expect(queue.submit(1)).rejects.toThrow('database away');
    failing = false;
    await expect(queue.submit(2)).resolves.toBe(2);
  });

  it('settles everything once where the store cannot say how many writers it has', async () => {
    const { writes, write } = slowStore();
    const writers = () => {
      throw new Error('no store');
    };
    const queue = new GroupCommit(write, { ...limits, writers });
    const items = Array.from({ length: 25 }, (_, i) => i);
    expect(await Promise.all(items.map((item) => queue.submit(item)))).toEqual(items);
    expect(writes.flat()).toEqual(items);
    await queue.close();
  });

  it('takes no more than it can hold', async () => {
    const { write } = slowStore();
    const queue = new GroupCommit(write, limits);
    const outcomes = await Promise.allSettled(Array.from({ length: 60 }, (_, i) => queue.submit(i)));
    const refused = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    expect(refused).toHaveLength(10);
    expect(refused[0]?.reason).toBeInstanceOf(QueueClosedError);
  });

  it('F3: closing waits for everything taken, and takes nothing more', async () => {
    const { onDisk, write } = slowStore();
    const queue = new GroupCommit(write, limits);
    const taken = Promise.all(Array.from({ length: 25 }, (_, i) => queue.submit(i)));
    await queue.close();
    expect(onDisk.size).toBe(25);
    await taken;
    await expect(queue.submit(99)).rejects.toBeInstanceOf(QueueClosedError);
  });
});
