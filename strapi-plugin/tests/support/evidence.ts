import { createHash } from 'node:crypto';
import type { EvidenceDocument } from '../../server/src/evidence/document';
import type { NewRecord } from '../../server/src/evidence/record';
import type { EvidenceStore, RecordFilter, SnapshotContent } from '../../server/src/evidence/store';

export const sha = (text: string) => createHash('sha256').update(text).digest('hex');

/** What a page might show; another one for each name. */
export const shownAs = (name: string, changes: Partial<SnapshotContent> = {}): SnapshotContent => ({
  enabled: true,
  versions: {
    policyVersion: sha(name).slice(0, 8),
    categoriesVersion: '1',
    trackersVersion: '1',
    documentsVersion: '1',
  },
  categories: [],
  trackers: [],
  banner: { title: name } as SnapshotContent['banner'],
  reconsent: { on: [], expiresAfterMonths: 12 },
  recording: { enabled: true, endpoint: '/api/consent/records' },
  consentMode: { enabled: false, adsDataRedaction: false, urlPassthrough: false, waitForUpdateMs: 0 },
  cookie: { name: 'pl-consent', maxAgeDays: 365, sameSite: 'lax' },
  locale: 'en',
  ...changes,
});

/** A legal page; another one for each name. */
export const legalText = (name: string): EvidenceDocument => ({
  role: 'legal-text',
  mediaType: 'text/markdown',
  text: `# ${name}\n\nGrüße, 'quoted' and {{cookie-table}} 🍪`,
});

/** All pages of a filter, each as its consent ids. */
export async function pagesOf(store: EvidenceStore, filter: RecordFilter, limit: number, lookAt?: number) {
  const pages: string[][] = [];
  let after: string | null = null;
  do {
    const page = await store.page(filter, { after, limit, ...(lookAt ? { lookAt } : {}) });
    pages.push(page.docs.map(({ consentId }) => consentId));
    after = page.next;
  } while (after);
  return pages;
}

/** Stores records and looks for them, as most tests do. */
export function recordsIn(store: () => EvidenceStore) {
  return {
    async stored(...records: NewRecord[]) {
      const outcomes = await store().append(records);
      return outcomes.map((outcome) => {
        if (outcome.status === 'rejected') throw outcome.reason;
        return outcome.value;
      });
    },
    present: async ({ consentId }: NewRecord): Promise<number> =>
      (await store().page({ consentId }, { limit: 10 })).docs.length,
  };
}
