import {
  BANNER_POSITIONS,
  CONSENT_MODELS,
  PRESENTATION_TYPE,
  type Presentation,
} from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { plainText } from '../content/plain-text';
import { getEvidenceStore } from '../evidence';
import { documentHash } from '../evidence/document';
import { canonicalBytes } from '../evidence/seal';
import { invalidValue, parseInput, parseJson } from '../http/invalid-input';

/** How a site says that it presents choices. */
export const presentationSchema: z.ZodType<Presentation> = z.strictObject({
  type: z.literal(PRESENTATION_TYPE),
  integration: plainText,
  files: plainText,
  policyVersion: plainText,
  locale: plainText,
  model: z.enum(CONSENT_MODELS),
  position: z.enum(BANNER_POSITIONS),
  texts: z.record(plainText, plainText),
  banner: plainText,
  bannerAgain: plainText,
  preferences: plainText,
  style: plainText,
});

/** A presentation as the admin shows it. */
export interface ShownPresentation {
  hash: string;
  /** First handed over, as ISO 8601. */
  since: string;
  content: Presentation;
}

/** For so long it is not asked again whether a presentation is kept, in milliseconds; a purge spares what is that new. */
const REMEMBERED = 3_600_000;

/** The presentations that sites hand over. */
export function presentationsOf(strapi: Core.Strapi) {
  const known = new LRUCache<string, true>({ max: 1000, ttl: REMEMBERED });
  return {
    /** Whether a record names one that nobody has handed over yet. */
    async isUnknown(hash: string | null): Promise<boolean> {
      if (hash === null || known.has(hash)) return false;
      if (!(await getEvidenceStore(strapi).documents.has(hash))) return true;
      known.set(hash, true);
      return false;
    },
    /**
     * Keeps one, and answers with its hash.
     *
     * @throws {errors.ValidationError} where the text is none.
     */
    async keep(text: string, at: Date): Promise<string> {
      if (!isCanonical(parseInput(presentationSchema, parseJson(text)), text)) {
        throw invalidValue([], 'This is not in canonical JSON (RFC 8785).');
      }
      const { documents } = getEvidenceStore(strapi);
      return documents.keep({ role: 'presentation', mediaType: 'application/json', text }, at);
    },
  };
}

/** The one that a record names; null where it never came, is gone, or is not any more what its hash says. */
export async function shownPresentation(
  strapi: Core.Strapi,
  hash: string,
): Promise<ShownPresentation | null> {
  const kept = await getEvidenceStore(strapi).documents.byHash(hash);
  if (kept?.role !== 'presentation' || documentHash(kept.text) !== hash) return null;
  const { data: content } = presentationSchema.safeParse(JSON.parse(kept.text));
  return content ? { hash, since: kept.firstKeptAt.toISOString(), content } : null;
}

function isCanonical(presentation: Presentation, text: string): boolean {
  try {
    return Buffer.from(canonicalBytes(presentation)).toString() === text;
  } catch {
    // A text with half a character in it has no canonical form.
    return false;
  }
}
