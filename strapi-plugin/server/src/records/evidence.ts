import { basisOf, type CategoryBasis, withBases } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import { contentHash } from '../content/hash';
import { getEvidenceStore } from '../evidence';
import type { ConsentRecord } from '../evidence/record';
import { type SealState, sealStateOf } from '../evidence/sealing/seal-state';
import { getPluginOptions } from '../options';
import { type QuarantineEntry, quarantineAsJson } from './admin-quarantines-controller';
import { keptBases } from './kept-decisions';
import { legalTextsOf, type NamedLegalText } from './legal-texts';
import { type ShownPresentation, shownPresentation } from './presentations';

/** A record together with what its visitor was shown (GDPR 7(1), G2). */
export interface Evidence {
  record: ConsentRecord;
  /** Whether it is what was sealed; null where nothing is sealed. */
  seal: SealState | null;
  shown: {
    hash: string;
    policyVersion: string;
    locale: string;
    /** The config as it was published. */
    content: unknown;
    /** First shown, as ISO 8601. */
    since: string;
    /** The content still has the hash under which it was stored. */
    intact: boolean;
    /** What each category rested on where the visitor was, by its key. */
    bases: Record<string, CategoryBasis>;
    /** The legal pages that were published then. */
    legalTexts: NamedLegalText[];
  } | null;
  /** How the choice was presented, by the word of the site's server; null where that is not known. */
  presentation: ShownPresentation | null;
  /** What was decided under the same consent id and those that it replaced (C9), and what ended it, oldest first. */
  timeline: ConsentRecord[];
  /** What has set it apart; null where nothing has. */
  quarantine: QuarantineEntry | null;
}

/** The evidence for one record, by its id; null when there is no such record. */
export async function evidenceOf(strapi: Core.Strapi, id: string): Promise<Evidence | null> {
  const store = getEvidenceStore(strapi);
  const record = await store.byId(id);
  if (!record) return null;
  return {
    record,
    // By its own id: it may have been asked for by a former one.
    seal: await sealOf(strapi, record.id),
    shown: record.snapshot ? await shown(strapi, record, record.snapshot) : null,
    presentation: record.presentation ? await shownPresentation(strapi, record.presentation) : null,
    timeline: await store.timeline(record.consentId),
    quarantine: record.quarantine ? await quarantineOf(strapi, record.quarantine) : null,
  };
}

/** What an earlier time has sealed is compared also where nothing is sealed any more. */
async function sealOf(strapi: Core.Strapi, id: string): Promise<SealState | null> {
  const seal = await sealStateOf(getEvidenceStore(strapi), { id, kind: 'record' });
  return seal.state === 'waiting' && !getPluginOptions(strapi).seal.enabled ? null : seal;
}

async function quarantineOf(strapi: Core.Strapi, id: string): Promise<QuarantineEntry | null> {
  const active = await getEvidenceStore(strapi).quarantines.active();
  const found = active.find((one) => one.id === id);
  return found ? quarantineAsJson(found) : null;
}

async function shown(strapi: Core.Strapi, record: ConsentRecord, hash: string): Promise<Evidence['shown']> {
  const snapshot = await getEvidenceStore(strapi).snapshots.byHash(hash);
  if (!snapshot) return null;
  const { policyVersion, locale, content, firstServedAt } = snapshot;
  const intact = contentHash(content) === hash;
  const since = firstServedAt.toISOString();
  const legalTexts = await legalTextsOf(strapi, content);
  // Records of earlier releases do not say it themselves.
  const bases = record.bases ?? keptBases(content, record) ?? {};
  const rested = withBases(content.categories, bases).map((one) => [one.key, basisOf(one, record.model)]);
  return {
    ...{ hash, policyVersion, locale, content, since, intact, legalTexts },
    bases: Object.fromEntries(rested),
  };
}
