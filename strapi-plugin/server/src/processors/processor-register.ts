import type { ProcessorEntry } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import { type ContentSource, databaseSource } from '../content/content-source';
import { compare, groupByDocument, type Localized, text } from '../content/localized';
import { UIDS } from '../uids';

export interface ProcessorRow {
  id: number;
  documentId: string;
  locale: string | null;
  name: string;
  legalName: string | null;
  role: ProcessorEntry['role'];
  purpose: string | null;
  dataCategories: string[] | null;
  country: string;
  transferMechanism: ProcessorEntry['transfer']['mechanism'];
  transferFallback: 'scc' | 'bcr' | null;
  transferNotes: string | null;
  privacyUrl: string | null;
  dpaUrl: string | null;
  subprocessorsUrl: string | null;
  subprocessor: boolean | null;
  showInPrivacyPolicy: boolean | null;
  verified: boolean | null;
  verifiedAt: string | null;
  verifiedBy: string | null;
  state: 'active' | 'removed';
  addedAt: string | null;
  removedAt: string | null;
}

/** The register of processors, by name. */
export interface Register {
  locales: { default: string; all: string[] };
  processors: Localized<ProcessorRow>[];
}

/** Reads the register, from the database where no other source is given. */
export async function readRegister(strapi: Core.Strapi, from?: ContentSource): Promise<Register> {
  const { locales, rows } = from ?? (await databaseSource(strapi));
  const processors = groupByDocument(await rows<ProcessorRow>(UIDS.processor), locales.default).sort(
    (a, b) =>
      compare(a.shared.name.toLowerCase(), b.shared.name.toLowerCase()) ||
      compare(a.documentId, b.documentId),
  );
  return { locales, processors };
}

/** The register in one locale; a text that is not translated is in the default locale. */
export const entriesIn = (register: Register, locale: string): ProcessorEntry[] =>
  register.processors.map((processor) => entryIn(processor, locale));

/** The public list: who is a sub-processor now. */
export const subprocessorsIn = (register: Register, locale: string): ProcessorEntry[] =>
  entriesIn(register, locale).filter(({ subprocessor, status }) => subprocessor && status === 'active');

function entryIn(document: Localized<ProcessorRow>, locale: string): ProcessorEntry {
  const { shared, documentId, byLocale } = document;
  const notes = text(document, locale, 'transferNotes');
  const translated = byLocale.get(locale)?.dataCategories;
  return {
    id: documentId,
    name: shared.name,
    ...optional('legalName', shared.legalName),
    role: shared.role,
    purpose: text(document, locale, 'purpose') ?? '',
    dataCategories: (translated?.length ? translated : shared.dataCategories) ?? [],
    country: shared.country,
    transfer: {
      mechanism: shared.transferMechanism,
      ...(shared.transferFallback ? { fallback: shared.transferFallback } : {}),
      ...(notes ? { notes } : {}),
    },
    ...optional('privacyUrl', shared.privacyUrl),
    ...optional('dpaUrl', shared.dpaUrl),
    ...optional('subprocessorsUrl', shared.subprocessorsUrl),
    subprocessor: shared.subprocessor ?? false,
    showInPrivacyPolicy: shared.showInPrivacyPolicy ?? false,
    verified: shared.verified ?? false,
    status: shared.state,
    ...optional('addedAt', shared.addedAt),
    ...optional('removedAt', shared.removedAt),
  };
}

function optional<Key extends string>(key: Key, value: string | null): Partial<Record<Key, string>> {
  return value ? ({ [key]: value } as Record<Key, string>) : {};
}
