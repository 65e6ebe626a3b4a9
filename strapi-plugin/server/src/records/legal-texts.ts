import { escapeHtml } from '@permesso/consent-core/legal';
import type { Core } from '@strapi/strapi';
import { getEvidenceStore } from '../evidence';
import { documentHash, type KeptDocument } from '../evidence/document';
import type { SnapshotContent } from '../evidence/store';
import { legalTextHtml, readLegalText } from '../legal-pages/legal-text';

/** A legal page as it was published when a record's decision was made. */
export interface LegalTextInForce {
  hash: string;
  title: string;
  locale: string;
  /** `YYYY-MM-DD`, or null. */
  effectiveDate: string | null;
  /** First published so, as ISO 8601. */
  since: string;
  /** The text still has the hash under which it was stored. */
  intact: boolean;
  /** The page as the site showed it, safe to publish. */
  html: string;
}

/** A legal text that a snapshot names. */
export interface NamedLegalText {
  hash: string;
  /** What it is kept under: its kind, or kind and slug. */
  kind: string;
  /** Null where the text is gone or has been changed. */
  title: string | null;
}

/** The legal texts that a snapshot names, in the order of its list. */
export async function legalTextsOf(
  strapi: Core.Strapi,
  { legalTexts = {} }: SnapshotContent,
): Promise<NamedLegalText[]> {
  const { documents } = getEvidenceStore(strapi);
  const named: NamedLegalText[] = [];
  for (const [kind, hash] of Object.entries(legalTexts)) {
    const kept = await documents.byHash(hash);
    named.push({ hash, kind, title: kept && isIntact(kept) ? readLegalText(kept.text).title : null });
  }
  return named;
}

/** The legal text of a hash that was in force for a record; null where its snapshot names none of that hash. */
export async function legalTextInForce(
  strapi: Core.Strapi,
  recordId: string,
  hash: string,
): Promise<LegalTextInForce | null> {
  const store = getEvidenceStore(strapi);
  const record = await store.byId(recordId);
  const shown = record?.snapshot ? await store.snapshots.byHash(record.snapshot) : null;
  const [kind] = Object.entries(shown?.content.legalTexts ?? {}).find(([, named]) => named === hash) ?? [];
  const kept = kind ? await store.documents.byHash(hash) : null;
  if (!shown || !kind || !kept) return null;
  const since = kept.firstKeptAt.toISOString();
  // What somebody has changed is shown as it is, letter for letter.
  if (!isIntact(kept)) {
    const html = `<pre>${escapeHtml(kept.text)}</pre>`;
    return { hash, title: kind, locale: shown.locale, effectiveDate: null, since, intact: false, html };
  }
  const text = readLegalText(kept.text);
  const { title, locale, effectiveDate } = text;
  const { categories, trackers, versions } = shown.content;
  const html = legalTextHtml(text, { categories, trackers, documentsVersion: versions.documentsVersion });
  return { hash, title, locale, effectiveDate, since, intact: true, html };
}

const isIntact = ({ hash, text }: KeptDocument): boolean => documentHash(text) === hash;
