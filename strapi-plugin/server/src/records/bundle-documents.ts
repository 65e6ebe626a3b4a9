import type { Core } from '@strapi/strapi';
import { canonicalJson } from '../content/hash';
import { getEvidenceStore } from '../evidence';
import type { EvidenceDocument } from '../evidence/document';
import type { ConsentRecord } from '../evidence/record';
import { type BundleSource, type BundleSourceDocument, namedIn } from '../evidence/seal';

/** What records rest on, each once: what was shown, how it looked, the legal texts in force; and what is not kept any more. */
export async function bundleDocuments(
  strapi: Core.Strapi,
  records: readonly ConsentRecord[],
): Promise<Pick<BundleSource, 'documents' | 'missing'>> {
  const { snapshots, documents } = getEvidenceStore(strapi);
  const found = new Map<string, BundleSourceDocument | null>();
  const keep = async (hash: string, role: EvidenceDocument['role'], title: string): Promise<void> => {
    if (found.has(hash)) return;
    const document = await documents.byHash(hash);
    found.set(
      hash,
      document && { bytes: Buffer.from(document.text), mediaType: document.mediaType, role, title },
    );
  };
  for (const { snapshot, presentation } of records) {
    if (presentation) await keep(presentation, 'presentation', 'How the choice was presented');
    if (!snapshot || found.has(snapshot)) continue;
    const shown = await snapshots.byHash(snapshot);
    found.set(
      snapshot,
      shown && {
        bytes: Buffer.from(canonicalJson(shown.content)),
        mediaType: 'application/json',
        role: 'snapshot',
        title: `What was shown, ${shown.locale}, policy version ${shown.policyVersion}`,
      },
    );
    for (const hash of namedIn(shown?.content, 'legalTexts')) {
      await keep(hash, 'legal-text', `A legal text in force, ${shown?.locale}`);
    }
    for (const hash of namedIn(shown?.content, 'assessments')) {
      await keep(hash, 'assessment', 'Why a category needed no consent');
    }
  }
  return {
    documents: [...found.values()].filter((document) => document !== null),
    missing: [...found].flatMap(([sha256, document]) =>
      document ? [] : [{ sha256, reason: 'it is not kept any more, or was never handed over' }],
    ),
  };
}
