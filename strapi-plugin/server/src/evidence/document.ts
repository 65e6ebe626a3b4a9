import { createHash } from 'node:crypto';

/**
 * What evidence rests on besides snapshots: a legal page as it was published, how a choice was presented, or why a category needed no
 * consent.
 */
export interface EvidenceDocument {
  role: 'legal-text' | 'presentation' | 'assessment';
  mediaType: 'text/markdown' | 'application/json';
  text: string;
}

/** A document as it is kept. */
export interface KeptDocument extends EvidenceDocument {
  /** SHA-256 of the text as UTF-8, as 64 hex digits: snapshots and records name it by that. */
  hash: string;
  firstKeptAt: Date;
}

export const documentHash = (text: string): string => createHash('sha256').update(text).digest('hex');
