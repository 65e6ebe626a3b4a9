import type { RecordSubmission } from './config.ts';

/** A record on its way. Times in milliseconds since 1970. */
export interface OutboxEntry {
  id: string;
  at: number;
  submission: RecordSubmission;
  /** Attempts that failed. */
  tries: number;
  /** No attempt before this time; shared by all tabs. */
  due: number;
}

const MAX_ENTRIES = 50;
/** The server takes no decision older than seven days. */
const MAX_AGE = 7 * 86_400_000;
/** Longer than tabs need to see each other's writes to localStorage. */
const SETTLING = 10_000;

const isEntry = (value: unknown): value is OutboxEntry => {
  const entry = value as OutboxEntry | null;
  return typeof entry?.id === 'string' && Number.isFinite(entry.at) && typeof entry.submission === 'object';
};

/**
 * The unsent records of all tabs, in one entry of localStorage. Tabs write it without a common lock, so one may
 * overwrite what another has just put there. Hence each remembers for a while what it put in and what was taken
 * out: an entry that vanished untaken comes back, one that was taken does not. Where the browser denies storage
 * the queue lives as long as the page.
 */
export function createQueue(key: string) {
  const takenKey = `${key}:taken`;
  let own: OutboxEntry[] = [];
  let volatile = false;
  const taken = new Map<string, number>();

  const load = (name: string): unknown[] => {
    try {
      const list: unknown = JSON.parse(localStorage.getItem(name) ?? '[]');
      return Array.isArray(list) ? list : [];
    } catch {
      return [];
    }
  };
  const save = (name: string, list: readonly unknown[]) => {
    try {
      if (list.length) localStorage.setItem(name, JSON.stringify(list));
      else localStorage.removeItem(name);
    } catch {
      volatile = true;
    }
  };

  /** What waits, oldest first. */
  function entries(): OutboxEntry[] {
    const now = Date.now();
    for (const mark of load(takenKey)) {
      const [id, at] = Array.isArray(mark) ? mark : [];
      if (typeof id === 'string' && now - at < 6 * SETTLING) taken.set(id, at);
    }
    const stored = load(key).filter(isEntry);
    const lost = own.filter(
      (entry) => (volatile || now - entry.at < SETTLING) && !stored.some(({ id }) => id === entry.id),
    );
    return [...stored, ...lost]
      .filter(({ id, at }) => !taken.has(id) && now - at <= MAX_AGE)
      .sort((a, b) => a.at - b.at)
      .slice(-MAX_ENTRIES);
  }
  function replace(list: readonly OutboxEntry[]) {
    save(key, list);
    if (volatile) own = [...list];
  }

  return {
    entries,
    isTaken: (id: string) => taken.has(id),
    /** Puts a record in, unless one of this id is or was there. */
    put(submission: RecordSubmission, id = Math.random().toString(36).slice(2)): string {
      const there = entries();
      if (taken.has(id) || there.some((entry) => entry.id === id)) return id;
      const entry = { id, at: Date.now(), submission, tries: 0, due: 0 };
      const list = [...there, entry].slice(-MAX_ENTRIES);
      own = [...own, entry].filter((mine) => list.some((entry) => entry.id === mine.id));
      replace(list);
      return id;
    },
    take(id: string) {
      const now = Date.now();
      entries();
      taken.set(id, now);
      save(
        takenKey,
        [...taken].filter(([, at]) => now - at < 6 * SETTLING),
      );
      replace(entries());
    },
    /** Puts off the next attempt. */
    postpone(id: string, due: number) {
      replace(
        entries().map((entry) => (entry.id === id ? { ...entry, tries: entry.tries + 1, due } : entry)),
      );
    },
  };
}
