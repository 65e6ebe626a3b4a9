// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RecordSubmission } from '../contract/config.ts';
import { createTestConfig } from '../contract/default-config.ts';
import { page } from './page-state.ts';
import { holdRecords } from './record-hold.ts';
import { completeUnsent, keepUnsent, postponeUnsent, readUnsent, unsentKeys } from './unsent-records.ts';

const NAME = 'pl-consent';

const submission = (changes: Partial<RecordSubmission> = {}): RecordSubmission => ({
  consentId: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
  decisions: { analytics: true },
  versions: createTestConfig().versions,
  source: 'banner',
  decidedAt: 1_790_000_000,
  ...changes,
});

const kept = () => unsentKeys(NAME).map((key) => readUnsent(key)!.submission);

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  delete page().hold;
  vi.useRealTimers();
});

describe('a record that waits for its consent string', () => {
  /** About to be sent; answers with what was sent. */
  const held = (changes: Partial<RecordSubmission> = {}, awaits = true) => {
    holdRecords();
    page().hold!.awaits = awaits;
    const sent: RecordSubmission[] = [];
    const record = submission({ decidedAt: Date.now() / 1000, ...changes });
    void (async () => {
      await page().hold!(record);
      sent.push(record);
    })();
    return sent;
  };
  const passTime = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

  it('is sent as soon as it is let go', async () => {
    const sent = held();
    await passTime(1000);
    expect(sent).toEqual([]);
    page().hold!.release();
    await passTime(0);
    expect(sent).toHaveLength(1);
  });

  it('F4: is sent without it after three seconds', async () => {
    const sent = held();
    await passTime(2999);
    expect(sent).toEqual([]);
    await passTime(1);
    expect(sent).toHaveLength(1);
  });

  it.each(['pagehide', 'visibilitychange'])('F4: is sent as the page is left: %s', async (type) => {
    const sent = held();
    dispatchEvent(new Event(type));
    await passTime(0);
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['it has one', { tcString: 'CQ.IF' }, true],
    ['there is none to come', {}, false],
    ['its decision is older than it would wait', { decidedAt: 1_790_000_000 }, true],
  ])('is sent at once where %s', async (_, changes, awaits) => {
    const sent = held(changes, awaits);
    await passTime(0);
    expect(sent).toHaveLength(1);
  });

  it('names it also where that comes while it waits', async () => {
    keepUnsent(NAME, submission({ decidedAt: Date.now() / 1000 }));
    const sent = held();
    const [{ consentId, decidedAt, source }] = kept() as [RecordSubmission];
    completeUnsent(NAME, { consentId, decidedAt: decidedAt!, source }, { tcString: 'CQ.IF' });
    page().hold!.release();
    await passTime(0);
    expect([sent[0]?.tcString, kept()[0]?.tcString]).toEqual(['CQ.IF', 'CQ.IF']);
  });
});

describe('the string of a decision', () => {
  const { consentId, decidedAt, source } = submission();

  it('is entered in its newest record, which keeps its place and its attempts', () => {
    const withdrawn = submission({ source: 'withdraw' });
    keepUnsent(NAME, submission({ decisions: { analytics: false } }));
    const key = keepUnsent(NAME, submission());
    keepUnsent(NAME, withdrawn);
    postponeUnsent(readUnsent(key)!, 1_790_000_009_000);
    const { submission: _, ...before } = readUnsent(key)!;
    completeUnsent(NAME, { consentId, decidedAt, source }, { tcString: 'CQ.IF' });
    expect(kept()).toEqual([
      submission({ decisions: { analytics: false } }),
      submission({ tcString: 'CQ.IF' }),
      withdrawn,
    ]);
    expect(readUnsent(key)).toMatchObject(before);
  });

  it('is entered nowhere where the record is sent already, or is that of another decision', () => {
    keepUnsent(NAME, submission());
    for (const other of [{ decidedAt: 1_790_000_001 }, { source: 'preferences' as const }])
      completeUnsent(NAME, { consentId, decidedAt, source, ...other }, { tcString: 'CQ.IF' });
    completeUnsent('other', { consentId, decidedAt, source }, { tcString: 'CQ.IF' });
    expect(kept()).toEqual([submission()]);
    expect(unsentKeys('other')).toEqual([]);
  });

  it('E4: makes no record larger than is taken', () => {
    keepUnsent(NAME, submission({ locale: 'x'.repeat(1200) }));
    completeUnsent(NAME, { consentId, decidedAt, source }, { tcString: 'C'.repeat(3000) });
    expect(kept()[0]).not.toHaveProperty('tcString');
    completeUnsent(NAME, { consentId, decidedAt, source }, { tcString: 'C'.repeat(2000) });
    expect(kept()[0]).toHaveProperty('tcString');
  });
});
