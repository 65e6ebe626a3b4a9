import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RecordSubmission } from '../contract/config.ts';
import { createTestConfig } from '../contract/default-config.ts';
import { createNewestDecisions } from './newest-decisions.ts';

const { hold } = createNewestDecisions();

const ID = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
const NEW_ID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

const decision = (granted: boolean, over: Partial<RecordSubmission> = {}): RecordSubmission => ({
  consentId: ID,
  decisions: { analytics: granted },
  versions: createTestConfig().versions,
  source: 'banner',
  decidedAt: 1_790_000_000,
  ...over,
});

afterEach(() => vi.useRealTimers());

describe('a decision whose answer is awaited', () => {
  it('L: is outdated by another one of its consent, also of the same second, and by a withdrawal', () => {
    for (const newer of [decision(false), decision(false, { consentId: NEW_ID, replaces: ID })]) {
      const accepted = hold(decision(true));
      expect(accepted.isNewest()).toBe(true);
      const other = hold(newer);
      expect([accepted.isNewest(), other.isNewest()]).toEqual([false, true]);
      accepted.release();
      other.release();
    }
  });

  it('is not outdated by itself sent again, by other visitors, or by what was answered before', () => {
    hold(decision(false)).release();
    const accepted = hold(decision(true));
    for (const other of [decision(true), decision(false, { consentId: NEW_ID })]) hold(other).release();
    expect(accepted.isNewest()).toBe(true);
    accepted.release();
  });

  it('L: is not known to be the newest after a second', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const accepted = hold(decision(true));
    vi.advanceTimersByTime(999);
    expect(accepted.isNewest()).toBe(true);
    vi.advanceTimersByTime(1);
    expect(accepted.isNewest()).toBe(false);
    accepted.release();
  });
});
