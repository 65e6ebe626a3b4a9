import { CONSENT_MODELS, CONSENT_SOURCES, OTHER_BASES } from '@permesso/consent-core';
import { z } from 'zod';
import type { SealedItem } from '../sealed-item';

/**
 * A bundle: the evidence about one person's consent in one ZIP that stands alone. `docs/sealed-log.md` describes its
 * files; this is its schema.
 */
export const BUNDLE_TYPE = 'permesso/bundle/v1';

/** The bundle cannot be read, or cannot be written of what was given; the message says why. */
export class BundleError extends Error {
  override name = 'BundleError';
}

/** What is stored is not what was sealed, or not what its hash says: somebody has changed it. */
export class ChangedEvidenceError extends BundleError {
  override name = 'ChangedEvidenceError';
}

/** Where things are in a bundle. Paths are made of letters, digits, `.`, `-`, `_` and `/`. */
export const BUNDLE_PATHS = {
  manifest: 'manifest',
  about: 'bundle.json',
  readme: 'README.txt',
  records: 'records.json',
  checkpoint: 'proof/checkpoint',
  /** An RFC 3161 response, where the checkpoint has one. */
  timestamp: 'proof/checkpoint.tsr',
  keys: 'proof/keys',
  sealed: (index: number) => `sealed/${index}.json`,
  entry: (index: number) => `proof/${index}.entry`,
  proof: (index: number) => `proof/${index}.tlog-proof`,
  earlierCheckpoint: (size: number) => `proof/checkpoint-${size}`,
  consistency: (size: number) => `proof/consistency-${size}`,
  document: (sha256: string, mediaType: keyof typeof EXTENSIONS) =>
    `documents/${sha256}.${EXTENSIONS[mediaType]}`,
  /** Of a document with this hash: `banner`, `banner-again`, `preferences`, or `reconstructed-<model>`. */
  page: (sha256: string, part: string) => `pages/${sha256}-${part}.html`,
} as const;

/** What documents may be, and how their files end. */
export const EXTENSIONS = {
  'application/json': 'json',
  'text/markdown': 'md',
} as const;

export type MediaType = keyof typeof EXTENSIONS;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const moment = z.iso.datetime();
const count = z.int().nonnegative();

/** A party in the words of ISO/IEC TS 27560. */
const party = z.strictObject({
  party_id: z.string().min(1),
  party_name: z.string().min(1),
  party_role: z.string().min(1),
  party_address: z.string().optional(),
  party_contact: z.string().optional(),
});

const subject = z.union([
  z.strictObject({ consentId: z.string() }),
  z.strictObject({ account: z.string() }),
  z.strictObject({ record: z.string() }),
]);

/** What a record rests on: the SHA-256 of a document's bytes is its name. */
const document = z.strictObject({
  sha256,
  mediaType: z.enum(Object.keys(EXTENSIONS) as [MediaType, ...MediaType[]]),
  role: z.enum(['snapshot', 'legal-text', 'assessment', 'presentation']),
  title: z.string().min(1),
});

/** How a choice was presented, as a page that opens by itself. */
const page = z.strictObject({
  path: z.string().regex(/^pages\/[0-9a-f]{64}-[a-z-]+\.html$/),
  /**
   * `presentation`: what the site handed over, which a record names by its hash. `reconstructed`: made anew from a snapshot, and no
   * copy, since the site handed nothing over.
   */
  role: z.enum(['presentation', 'reconstructed']),
  /** The document that it was made of. */
  madeOf: sha256,
  title: z.string().min(1),
});

export const aboutSchema = z.strictObject({
  type: z.literal(BUNDLE_TYPE),
  created: moment,
  /** The log that it was taken from. */
  origin: z.string().min(1),
  subject,
  parties: z.array(party).min(1),
  /** How long records are kept: an ISO 8601 duration, and the rule in a sentence. */
  retention: z.strictObject({ retention_period: z.string().regex(/^P\d+[YMD]$/), rule: z.string().min(1) }),
  /** The sealed items by their places in the log, which is their order in time. */
  items: z.array(count),
  documents: z.array(document),
  /** Absent where there are none, as in bundles of earlier releases. */
  pages: z.array(page).optional(),
  /** Documents that are referred to and are not here, with the reason. */
  missing: z.array(z.strictObject({ sha256, reason: z.string().min(1) })),
  /**
   * Records that the website has set apart as part of a flood of forged ones, with the reason. It says so itself: that is no
   * part of what was sealed. Absent where there are none.
   */
  quarantined: z
    .array(z.strictObject({ record: z.string().min(1), since: moment, reason: z.string().min(1) }))
    .optional(),
  /** Sizes of the log at earlier checkpoints that are shown to be beginnings of the newest. */
  earlier: z.array(count),
});

export type BundleAbout = z.infer<typeof aboutSchema>;
export type BundleParty = z.infer<typeof party>;
export type BundleDocument = z.infer<typeof document>;
export type BundlePage = z.infer<typeof page>;

/** What a record's sealed content must hold for the readable form; more is carried along. */
export const recordContentSchema = z.looseObject({
  id: z.string(),
  consentId: z.string(),
  decisions: z.record(z.string(), z.boolean()),
  services: z.record(z.string(), z.boolean()).optional(),
  bases: z.record(z.string(), z.enum(OTHER_BASES)).optional(),
  tcString: z.string().optional(),
  source: z.enum(CONSENT_SOURCES),
  model: z.enum(CONSENT_MODELS),
  versions: z.looseObject({}),
  snapshot: z.string().optional(),
  presentation: z.string().optional(),
  decidedAt: z.string(),
  expiresAt: z.string(),
  createdAt: z.string(),
});

/** The documents that the content of a record names. */
export function documentsOfRecord({ kind, content }: SealedItem): string[] {
  if (kind !== 'record') return [];
  return [content.snapshot, content.presentation].filter((hash) => typeof hash === 'string');
}

/**
 * The documents that a snapshot names: the legal texts in force, by their kinds, in its member `legalTexts`, and why categories needed
 * no consent, by their keys, in `assessments`.
 */
export const documentsOfSnapshot = (snapshot: unknown): string[] => [
  ...namedIn(snapshot, 'legalTexts'),
  ...namedIn(snapshot, 'assessments'),
];

/** The documents of one member. */
export function namedIn(snapshot: unknown, member: 'legalTexts' | 'assessments'): string[] {
  const named = z.looseObject({ [member]: z.record(z.string(), sha256) }).safeParse(snapshot);
  return named.success ? Object.values(named.data[member] as Record<string, string>) : [];
}
