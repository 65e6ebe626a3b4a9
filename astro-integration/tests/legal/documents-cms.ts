import { createTestConfig } from '@permesso/consent-core';
import { parseLegalMarkdown } from '@permesso/consent-core/legal';
import { processorChanges, processors } from '../page/register.ts';
import { trackers } from '../page/trackers.ts';
import { type Served, serve } from '../site/harness.ts';

const config = createTestConfig({ trackers });

interface Document {
  slug: string;
  kind: string;
  titles: Record<string, string>;
  markdown: string;
}

const DOCUMENTS: Document[] = [
  {
    slug: 'privacy',
    kind: 'privacy',
    titles: { en: 'Privacy policy', de: 'Datenschutzerklärung' },
    markdown: '## Who\n\n{{processor-table:recipients}}\n\n{{policy-version}}',
  },
  { slug: 'terms', kind: 'terms', titles: { en: 'Terms' }, markdown: 'Be kind.' },
];

export interface DocumentsCms extends Served {
  documents: Document[];
  /** `away` hangs up, `speechless` does for legal pages alone, `broken` sends none, `off` has no register. */
  mood: 'well' | 'away' | 'speechless' | 'broken' | 'off';
  asked: string[];
}

/** Answers for legal pages and sub-processors in the shape of the plugin's own routes, in English and German. */
export async function serveDocuments(): Promise<DocumentsCms> {
  const cms = { documents: DOCUMENTS, mood: 'well' as DocumentsCms['mood'], asked: [] as string[] };
  const served = await serve((request, response) => {
    const url = new URL(request.url ?? '/', 'http://cms.invalid');
    cms.asked.push(`${url.pathname.replace('/api/consent/', '')}${url.search}`);
    const silent = cms.mood === 'away' || (cms.mood === 'speechless' && url.pathname.includes('/legal'));
    if (silent) return void response.destroy();
    const body = cms.mood === 'broken' ? { pages: [{}] } : answer(cms, url);
    response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? { data: null, error: { status: 404 } }));
  });
  return Object.assign(cms, served);
}

function answer(
  { documents, mood }: Pick<DocumentsCms, 'documents' | 'mood'>,
  { pathname, searchParams }: URL,
) {
  const asked = searchParams.get('locale') ?? 'en';
  const [area, slug] = pathname.replace('/api/consent/', '').split('/');
  if (area === 'config') return { ...config, locale: asked };
  if (area === 'subprocessors') {
    const notice = { noticeDays: 30, noticeEmail: 'privacy@priel.example' };
    const list = { version: '5b5b5b5b', changedAt: '2026-03-01', ...notice };
    return mood === 'off' ? null : { ...list, processors: [processors[1]], changes: processorChanges };
  }
  const summary = ({ slug, kind, titles }: Document) => {
    const locale = titles[asked] ? asked : 'en';
    return { slug, kind, title: titles[locale], locale, effectiveDate: '2026-05-01' };
  };
  if (!slug) return { pages: documents.map(summary) };
  const found = documents.find((document) => document.slug === slug);
  if (!found) return null;
  const data = {
    categories: config.categories,
    trackers,
    documentsVersion: 'd0d0d0d0',
    effectiveDate: '2026-05-01',
  };
  const content = parseLegalMarkdown(found.markdown);
  return { ...summary(found), content, data: { ...data, processors, processorChanges } };
}
