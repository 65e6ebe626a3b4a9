/** Nothing more is taken: too much is waiting already, or the process is going down. */
export class QueueClosedError extends Error {}

export interface GroupCommitOptions {
  /** The most items in one write. */
  maxBatch: number;
  /** The most items that may wait; beyond it `submit` rejects, so that a slow database cannot fill the memory. */
  maxQueue: number;
  /** The most writes under way at a time; one where it throws. */
  writers: () => number;
}

interface Waiting<Item, Outcome> {
  item: Item;
  resolve: (outcome: Outcome) => void;
  reject: (reason: unknown) => void;
}

/**
 * Group commit: items submitted while all writers are busy wait and then share the next write. Each promise settles
 * after the write of its own item, so the caller's answer stays a promise kept, and the rate at which the database
 * can commit no longer limits how many items can be stored. With a second writer the next items are on their way to
 * the database while it commits the ones before.
 */
export class GroupCommit<Item, Outcome> {
  readonly #write: (items: Item[]) => Promise<PromiseSettledResult<Outcome>[]>;
  readonly #options: GroupCommitOptions;
  #queue: Waiting<Item, Outcome>[] = [];
  readonly #writes = new Set<Promise<void>>();
  #isGathering = false;
  #closed = false;

  /** `write` answers for each item in order; when it throws, all items of the batch are rejected. */
  constructor(
    write: (items: Item[]) => Promise<PromiseSettledResult<Outcome>[]>,
    options: GroupCommitOptions,
  ) {
    this.#write = write;
    this.#options = options;
  }

  /** @throws {QueueClosedError} when the queue is full or closed. */
  submit(item: Item): Promise<Outcome> {
    if (this.#closed) return Promise.reject(new QueueClosedError('The server is shutting down.'));
    if (this.#queue.length >= this.#options.maxQueue) {
      return Promise.reject(new QueueClosedError('Too many records are waiting to be stored.'));
    }
    return new Promise((resolve, reject) => {
      this.#queue.push({ item, resolve, reject });
      this.#writeNext();
    });
  }

  /** Takes nothing more and resolves when everything taken has been written. */
  async close(): Promise<void> {
    this.#closed = true;
    while (this.#writes.size > 0) await Promise.all(this.#writes);
  }

  #writeNext(): void {
    const isBusy = this.#isGathering || this.#writes.size >= this.#writers();
    if (isBusy || this.#queue.length === 0) return;
    const write = this.#gatherAndWrite().then(() => {
      this.#writes.delete(write);
      this.#writeNext();
    });
    this.#writes.add(write);
  }

  /** A store that cannot say how many it takes says so at the write, to whoever waits for it. */
  #writers(): number {
    try {
      return this.#options.writers();
    } catch {
      return 1;
    }
  }

  async #gatherAndWrite(): Promise<void> {
    this.#isGathering = true;
    await this.#gather();
    this.#isGathering = false;
    const batch = this.#queue.splice(0, this.#options.maxBatch);
    // More may have come than one write takes.
    this.#writeNext();
    await this.#writeOnce(batch);
  }

  /** Requests that arrived together reach us a turn of the event loop apart: those still coming may join. */
  async #gather(): Promise<void> {
    for (let seen = 0; seen < this.#queue.length && seen < this.#options.maxBatch; ) {
      seen = this.#queue.length;
      await new Promise(setImmediate);
    }
  }

  async #writeOnce(batch: Waiting<Item, Outcome>[]): Promise<void> {
    try {
      const outcomes = await this.#write(batch.map(({ item }) => item));
      batch.forEach((waiting, i) => {
        const outcome = outcomes[i];
        if (outcome?.status === 'fulfilled') waiting.resolve(outcome.value);
        else waiting.reject(outcome?.reason ?? new Error('The batch gave no answer for this item.'));
      });
    } catch (error) {
      for (const waiting of batch) waiting.reject(error);
    }
  }
}
