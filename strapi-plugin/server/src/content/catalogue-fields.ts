import {
  ALL_CONSENT_MODE_SIGNALS,
  CATEGORY_PURPOSES,
  type ConsentModeSignal,
  LOADER_ADAPTERS,
  LOADER_STRATEGIES,
  TRACKER_KINDS,
  TRACKER_STORAGES,
  type TrackerCookie,
} from '@permesso/consent-core';
import { z } from 'zod';
import { UIDS } from '../uids';
import { ATTRIBUTE_NAME, address, COOKIE_PATTERN, MOST_OF_ADDRESS, texts, trackerHost } from './field-checks';
import {
  choice,
  custom,
  day,
  decidedChoice,
  entryName,
  field,
  flag,
  inEachLanguage,
  KEY,
  line,
  longText,
  picture,
  requiredLine,
  translatedText,
  webAddress,
} from './stored-field';

/** Categories and trackers, a line a field: attributes, checks and the types of rows derive from it. */

const cookieRow = z.strictObject({
  name: z.string().min(1, 'is required').max(255).regex(COOKIE_PATTERN, 'must not be a wildcard alone'),
  domain: z.string().max(255).nullish(),
  storage: z.enum(TRACKER_STORAGES),
  durationText: z.string().max(255).nullish(),
  description: z.string().max(2000).nullish(),
});

const elementAttributes = z.record(
  z.string().regex(ATTRIBUTE_NAME, 'must be an attribute name other than an event attribute'),
  z.string(),
);

/** PostgreSQL, MySQL and MariaDB keep an integer in 32 bits. */
const MOST_OF_INTEGER = 2 ** 31 - 1;

export const CATEGORY_FIELDS = {
  key: requiredLine({ maxLength: 50, regex: KEY }),
  label: inEachLanguage(field<string | null>({ type: 'string', required: true, maxLength: 255 })),
  description: translatedText(),
  required: flag(false),
  respectGPC: flag(false),
  defaultInOptOut: flag(true),
  /** Where it is empty, the category rests on consent everywhere. */
  purpose: choice(CATEGORY_PURPOSES),
  consentModeSignals: custom<ConsentModeSignal[]>('list', z.array(z.enum(ALL_CONSENT_MODE_SIGNALS))),
  order: field<number | null>({ type: 'integer', default: 0, min: -MOST_OF_INTEGER, max: MOST_OF_INTEGER }),
};

export const TRACKER_FIELDS = {
  name: entryName(),
  /** Its name as a service: in `has`, at gates, in visitors' cookies. */
  key: field<string | null>({ type: 'string', maxLength: 30, regex: KEY }),
  enabled: flag(true),
  category: field<{ key: string; documentId: string } | null>({
    type: 'relation',
    relation: 'manyToOne',
    target: UIDS.category,
    inversedBy: 'trackers',
  }),
  kind: decidedChoice(TRACKER_KINDS, 'script'),
  vendor: line(255),
  vendorPrivacyUrl: webAddress(),
  purpose: translatedText(),
  hosts: custom<string[]>('list', z.array(trackerHost).max(100)),
  /** What gates of it show before consent. */
  poster: picture(),
  cookies: inEachLanguage(custom<TrackerCookie[]>('cookie-table', z.array(cookieRow).max(200))),
  /** When somebody last compared cookies, hosts and lifetimes with what the vendor says of them. */
  factsCheckedAt: day(),
  environments: custom<string[]>('list', texts),
  loaderSrc: line(MOST_OF_ADDRESS, address),
  loaderInline: longText(),
  loaderStrategy: field<(typeof LOADER_STRATEGIES)[number] | null>({
    type: 'enumeration',
    enum: LOADER_STRATEGIES,
    default: 'afterDecision',
  }),
  loaderAttributes: custom<Record<string, string>>('attributes', elementAttributes),
  consentModeManaged: field<boolean | null>({ type: 'boolean', default: false }),
  adapter: choice(LOADER_ADAPTERS),
};
