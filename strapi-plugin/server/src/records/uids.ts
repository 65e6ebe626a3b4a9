export const RECORD_UID = 'plugin::consent.record';
export const DAILY_COUNT_UID = 'plugin::consent.daily-count';
export const ERASURE_UID = 'plugin::consent.erasure';
export const SNAPSHOT_UID = 'plugin::consent.snapshot';
