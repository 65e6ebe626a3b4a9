import type { CompanyInfo } from '../../options';
import { LEGAL_DOCUMENT_KINDS, type LegalDocumentKind } from '../../value-lists';
import { cookiePolicy as cookiesEnglish } from './english/cookies';
import { dataProcessingAgreement as dpaEnglish } from './english/dpa';
import { privacyPolicy as privacyEnglish } from './english/privacy';
import { subprocessorList as subprocessorsEnglish } from './english/subprocessors';
import { termsOfUse as termsEnglish } from './english/terms';
import { type DocumentFacts, type DocumentLanguage, type DocumentTerms, documentFacts } from './facts';
import { cookiePolicy as cookiesGerman } from './german/cookies';
import { dataProcessingAgreement as dpaGerman } from './german/dpa';
import { privacyPolicy as privacyGerman } from './german/privacy';
import { subprocessorList as subprocessorsGerman } from './german/subprocessors';
import { termsOfUse as termsGerman } from './german/terms';

export { findPlaceholders, type LegalPlaceholder } from '@permesso/consent-core/legal';
export type { DocumentTerms, RecordingTerms } from './facts';
export { type OutdatedStatement, outdatedStatements } from './recording';

/** A document as the legal-page content type takes it. */
export interface LegalDocument {
  kind: LegalDocumentKind;
  /** The same in every language: a translation is the same document. */
  slug: string;
  title: string;
  /** `YYYY-MM-DD`. */
  effectiveDate: string;
  /** The language it is written in, `en` or `de`. */
  locale: DocumentLanguage;
  /** Markdown with shortcodes. */
  content: string;
}

interface Template {
  title: string;
  write: (facts: DocumentFacts) => string;
}

const TEMPLATES: Record<DocumentLanguage, Record<LegalDocumentKind, Template>> = {
  en: {
    privacy: { title: 'Privacy policy', write: privacyEnglish },
    cookies: { title: 'Cookie policy', write: cookiesEnglish },
    terms: { title: 'Terms', write: termsEnglish },
    subprocessors: { title: 'Sub-processors', write: subprocessorsEnglish },
    dpa: { title: 'Data processing agreement', write: dpaEnglish },
  },
  de: {
    privacy: { title: 'Datenschutzerklärung', write: privacyGerman },
    cookies: { title: 'Cookie-Richtlinie', write: cookiesGerman },
    terms: { title: 'Nutzungsbedingungen', write: termsGerman },
    subprocessors: { title: 'Unterauftragsverarbeiter', write: subprocessorsGerman },
    dpa: { title: 'Auftragsverarbeitungsvertrag', write: dpaGerman },
  },
};

const REVIEW: Record<DocumentLanguage, string> = {
  en: '> **Have this reviewed.** This text is a starting point and no legal advice. Check that every sentence is true of your company, fill in the placeholders, have a lawyer look at it, and then remove this note.',
  de: '> **Bitte prüfen lassen.** Dieser Text ist ein Ausgangspunkt und keine Rechtsberatung. Prüfen Sie, ob jeder Satz auf Ihr Unternehmen zutrifft, füllen Sie die Platzhalter aus, lassen Sie ihn anwaltlich prüfen und entfernen Sie dann diesen Hinweis.',
};

/**
 * Legal documents to start with, out of a company's facts: plainly worded, structured by GDPR Art. 13, 14 and 28,
 * with shortcodes wherever a list would go stale, and `[SETTING: …]` wherever a setting is repeated. What is unknown
 * stays visible as `[PLACEHOLDER: …]`; `findPlaceholders` finds it. German for `de` and its regions, English for every other locale.
 *
 * @param effectiveDate `YYYY-MM-DD`
 * @throws where the date has another form
 */
export function buildLegalDocuments(
  company: CompanyInfo,
  effectiveDate: string,
  kinds: readonly LegalDocumentKind[] = LEGAL_DOCUMENT_KINDS,
  locale = 'en',
  terms: DocumentTerms = {},
): LegalDocument[] {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(effectiveDate) || Number.isNaN(Date.parse(effectiveDate))) {
    throw new Error(`consent: the effective date is "${effectiveDate}"; write it as YYYY-MM-DD`);
  }
  const language: DocumentLanguage = /^de\b/i.test(locale) ? 'de' : 'en';
  const facts = documentFacts(company, language, terms);
  return kinds.map((kind) => {
    const { title, write } = TEMPLATES[language][kind];
    const content = `${REVIEW[language]}\n\n${write(facts).trim()}\n`;
    return { kind, slug: kind, title, effectiveDate, locale: language, content };
  });
}
