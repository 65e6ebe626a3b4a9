import type { Core } from '@strapi/strapi';
import { otherWrittenLocales } from '../content/written-locales';
import { buildLegalDocuments, findPlaceholders, type LegalDocument } from '../legal/documents';
import type { SeedOptions } from '../options';
import { type EffectiveSettings, effectiveSettings } from '../settings/service';
import { UIDS } from '../uids';
import type { LegalDocumentKind } from '../value-lists';

/** What a consent banner needs to point to. */
const DEFAULT_DOCUMENTS: LegalDocumentKind[] = ['privacy', 'cookies'];

/** Which legal documents the seeds publish. */
export const documentsOf = ({ documents = DEFAULT_DOCUMENTS }: SeedOptions): LegalDocumentKind[] => documents;

/**
 * Publishes the legal documents of a company, in the seeds' locale and in each other one there is a text for.
 *
 * @param settings what the documents promise; those that hold now when omitted.
 */
export async function createLegalPages(
  strapi: Core.Strapi,
  seed: SeedOptions,
  locale: string,
  settings?: EffectiveSettings,
): Promise<void> {
  const { company } = seed;
  if (!company) return;
  const { recording } = settings ?? (await effectiveSettings(strapi));
  const { mode, userAgent, networks } = recording;
  const terms = { recording: mode, userAgent, networks };
  const today = new Date().toISOString().slice(0, 10);
  const written = (inLocale: string) =>
    buildLegalDocuments(company, today, documentsOf(seed), inLocale, terms);
  const others = await otherWrittenLocales(strapi, locale);
  for (const document of written(locale)) {
    const documentId = await publishPage(strapi, document, locale);
    for (const other of others) {
      const translation = written(other).find(({ kind }) => kind === document.kind);
      if (translation) await publishTranslation(strapi, documentId, translation, other);
    }
    announcePlaceholders(strapi, document);
  }
}

async function publishPage(strapi: Core.Strapi, document: LegalDocument, locale: string): Promise<string> {
  const { locale: _language, ...data } = document;
  const created = await strapi.documents(UIDS.legalPage).create({ data, locale, status: 'published' });
  return created.documentId;
}

async function publishTranslation(
  strapi: Core.Strapi,
  documentId: string,
  { title, content }: LegalDocument,
  locale: string,
): Promise<void> {
  const pages = strapi.documents(UIDS.legalPage);
  const data: Record<string, unknown> = { title, content };
  await pages.update({ documentId, locale, data, status: 'published' });
}

function announcePlaceholders(strapi: Core.Strapi, { slug, content }: LegalDocument): void {
  const open = findPlaceholders(content);
  if (open.length === 0) return;
  strapi.log.warn(
    `consent: the legal page "${slug}" has ${open.length} open ${open.length === 1 ? 'placeholder' : 'placeholders'}; ` +
      'fill them in before visitors rely on it',
  );
}
