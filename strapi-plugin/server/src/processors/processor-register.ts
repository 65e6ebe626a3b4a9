import type { ProcessorEntry } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import { type ContentSource, databaseSource } from '../content/content-source';
import { compare, groupByDocument, type LocaleRow, type Localized, text } from '../content/localized';
import type { PROCESSOR_FIELDS } from '../content/processor-fields';
import type { RowOf } from '../content/stored-field';
import { UIDS } from '../uids';

export interface ProcessorRow extends LocaleRow, RowOf<typeof PROCESSOR_FIELDS> {}

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
