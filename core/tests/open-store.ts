import type { ConsentConfig, ConsentCookieV1, RecordSubmission } from '../src/contract/config.ts';
import { createTestConfig, type DeepPartial } from '../src/contract/default-config.ts';
import { memoryStorage } from '../src/page/storage.ts';
import { type ConsentStoreOptions, createConsentStore } from '../src/page/store.ts';
import { cookieFor, decodeConsentCookie } from '../src/rules/cookie.ts';

export const NOW = 1_790_000_000;

/** A store over a memory storage, with a clock that can be moved and the records that it posted. */
export function open(overrides: DeepPartial<ConsentConfig> = {}, options: Partial<ConsentStoreOptions> = {}) {
  const clock = { time: NOW };
  const storage = memoryStorage();
  const records: RecordSubmission[] = [];
  const config = createTestConfig(overrides);
  const store = createConsentStore({
    config,
    storage,
    gpc: false,
    now: () => clock.time,
    record: (submission) => void records.push(submission),
    ...options,
  });
  return { store, storage, records, clock, config };
}

export const optOut = { jurisdiction: { country: 'US', model: 'opt-out' } } as const;

export const cookieOf = (config: ConsentConfig, over: Partial<ConsentCookieV1> = {}): ConsentCookieV1 => ({
  ...cookieFor({
    consentId: '11111111-1111-4111-8111-111111111111',
    decisions: { functional: true, analytics: true, marketing: false },
    versions: config.versions,
    model: config.jurisdiction.model,
    source: 'banner',
    decidedAt: NOW - 60,
  }),
  ...over,
});

export const stored = (storage: { value: string | null }) => decodeConsentCookie(storage.value);
