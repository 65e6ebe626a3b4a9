import type { ConsentModel, DeviceClass } from './values.ts';

/** Of a record that a site hands over: the class of its visitor's device, one of `DEVICE_CLASSES`. */
export const DEVICE_HEADER = 'consent-device';

/** The longest text of a batch, in bytes. */
export const IMPRESSIONS_BYTES = 262_144;

/** The most sums of a batch, and the most first visits that all of them together may stand for. */
export const IMPRESSION_SUMS = 1000;
export const IMPRESSIONS_AT_ONCE = 100_000;

/** How many first visits of one kind had a banner to answer. It says nothing of anybody. */
export interface ImpressionSum {
  policyVersion: string;
  /** Of the banner's texts. */
  locale: string;
  model: ConsentModel;
  /** Upper-case ISO 3166-1 alpha-2 code; null where nobody knows it. */
  country: string | null;
  device: DeviceClass;
  n: number;
}

/** What a site's server has counted since it handed over the last batch. */
export interface ImpressionBatch {
  /** A UUID: a batch that is sent again is counted once. */
  id: string;
  /** The UTC day of all of it, as `YYYY-MM-DD`. */
  day: string;
  shown: ImpressionSum[];
}
