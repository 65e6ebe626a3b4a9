import { bannerFacts } from '@permesso/consent-core/banner';
import { bannerStyle } from '@permesso/consent-core/ui';
import type { Core } from '@strapi/strapi';
import { canonicalJson, contentHash } from '../content/hash';
import { getEvidenceStore } from '../evidence';
import { documentHash, type EvidenceDocument } from '../evidence/document';
import type { ConsentRecord } from '../evidence/record';
import {
  type BundleSource,
  type BundleSourceDocument,
  ChangedEvidenceError,
  namedIn,
  type Reconstruction,
} from '../evidence/seal';
import { MissingPartError } from '../evidence/snapshot-parts';
import type { Snapshot } from '../evidence/store';
import { rebuiltBannerHtml } from './rebuilt-banner';

/**
 * What records rest on, each once: what was shown, how it looked, the legal texts in force; what is not kept any more; and banners
 * made anew where no site has said how it showed them.
 */
export async function bundleDocuments(
  strapi: Core.Strapi,
  records: readonly ConsentRecord[],
): Promise<Pick<BundleSource, 'documents' | 'missing' | 'reconstructed'>> {
  const { snapshots, documents } = getEvidenceStore(strapi);
  const found = new Map<string, BundleSourceDocument | null>();
  const keep = async (hash: string, role: EvidenceDocument['role'], title: string): Promise<void> => {
    if (found.has(hash)) return;
    const document = await documents.byHash(hash);
    if (document && documentHash(document.text) !== hash)
      throw new ChangedEvidenceError(`the document ${hash} is not what its hash says`);
    found.set(
      hash,
      document && { bytes: Buffer.from(document.text), mediaType: document.mediaType, role, title },
    );
  };
  const reconstructed = new Map<string, Reconstruction>();
  const shown = new Map<string, Snapshot | null>();
  for (const { snapshot: hash, presentation, model } of records) {
    if (presentation) await keep(presentation, 'presentation', 'How the choice was presented');
    if (!hash) continue;
    const known = shown.has(hash);
    const snapshot = known ? (shown.get(hash) ?? null) : await snapshots.byHash(hash).catch(changedOf(hash));
    if (!known && snapshot && contentHash(snapshot.content) !== hash)
      throw new ChangedEvidenceError(`the snapshot ${hash} is not what its hash says`);
    if (snapshot && !(presentation && found.get(presentation)) && model !== 'none')
      reconstructed.set(`${hash} ${model}`, reconstructionOf(snapshot, hash, model));
    if (known) continue;
    shown.set(hash, snapshot);
    found.set(
      hash,
      snapshot && {
        bytes: Buffer.from(canonicalJson(snapshot.content)),
        mediaType: 'application/json',
        role: 'snapshot',
        title: `What was shown, ${snapshot.locale}, policy version ${snapshot.policyVersion}`,
      },
    );
    for (const named of namedIn(snapshot?.content, 'legalTexts')) {
      await keep(named, 'legal-text', `A legal text in force, ${snapshot?.locale}`);
    }
    for (const named of namedIn(snapshot?.content, 'assessments')) {
      await keep(named, 'assessment', 'Why a category needed no consent');
    }
  }
  return {
    documents: [...found.values()].filter((document) => document !== null),
    reconstructed: [...reconstructed.values()],
    missing: [...found].flatMap(([sha256, document]) =>
      document ? [] : [{ sha256, reason: 'it is not kept any more, or was never handed over' }],
    ),
  };
}

/** What is no JSON any more, or has lost a part, has been changed as well. */
const changedOf = (hash: string) => (error: unknown) => {
  if (!(error instanceof MissingPartError || error instanceof SyntaxError)) throw error;
  throw new ChangedEvidenceError(`the snapshot ${hash} is not what its hash says`);
};

/** The banner as the admin shows it of such a record. */
function reconstructionOf(
  { content }: Snapshot,
  snapshot: string,
  model: ConsentRecord['model'],
): Reconstruction {
  const { banner, categories, locale } = content;
  const html = rebuiltBannerHtml({ banner, facts: bannerFacts(content), categories, model, locale });
  return { snapshot, model, locale, style: bannerStyle, html };
}
