import { settingReference } from '@permesso/consent-core/legal';
import type { CompanyInfo } from '../../options';
import type { RecordingMode } from '../../value-lists';

export type DocumentLanguage = 'en' | 'de';

/** What records of consent hold, which whole sentences of the documents depend on. */
export interface DocumentTerms {
  /** What records of consent hold: none are kept, nameless ones (default), or ones linked to signed-in users. */
  recording?: RecordingMode;
  /** Whether records hold the browser's family; not by default. */
  userAgent?: boolean;
  /** Whether hashes of the visitor's networks are kept beside a record for some days; not by default. */
  networks?: boolean;
}

export type RecordingTerms = Required<DocumentTerms>;

/**
 * What the settings say, as the documents refer to it: pages show what holds when they are read, so that no text can
 * disagree with the settings.
 */
export const FROM_SETTINGS = {
  retentionMonths: settingReference('retention-months'),
  noticeDays: settingReference('notice-days'),
  noticeEmail: settingReference('notice-email'),
} as const;

/** The facts as Markdown: names escaped, addresses linked, what is unknown a visible placeholder. */
export interface DocumentFacts extends RecordingTerms {
  name: string;
  legalName: string;
  address: string;
  email: string;
  url: string;
  governingLaw: string;
  court: string;
  dpo: { name: string | null; email: string } | false | null;
  /** Whether the company addresses people there. */
  unitedKingdom: boolean;
  switzerland: boolean;
  unitedStates: boolean;
  /** A fact that somebody has to fill in. */
  missing: (what: string) => string;
}

/** Text that Markdown would read as markup, as it is. */
function plain(text: string): string {
  return text
    .trim()
    .replace(/\s*\n\s*/g, ', ')
    .replace(/[\\`*_[\]<>|~#]|\{(?=\{)/g, '\\$&');
}

const missing = (what: string) => `[PLACEHOLDER: ${what}]`;

const MISSING: Record<DocumentLanguage, { url: string; governingLaw: string; court: string }> = {
  en: {
    url: missing('address of the website'),
    governingLaw: missing('governing law, for example "the law of Ireland"'),
    court: missing('place of jurisdiction'),
  },
  de: {
    url: missing('Adresse der Website'),
    governingLaw: missing('anwendbares Recht, zum Beispiel „deutsches Recht“'),
    court: missing('Gerichtsstand'),
  },
};

function dpoOf({ dpo }: CompanyInfo): DocumentFacts['dpo'] {
  if (dpo === undefined) return null;
  if (dpo === false) return false;
  return { name: dpo.name ? plain(dpo.name) : null, email: dpo.email ? `<${dpo.email}>` : '' };
}

export function documentFacts(
  company: CompanyInfo,
  language: DocumentLanguage,
  { recording = 'anonymous', userAgent = false, networks = false }: DocumentTerms = {},
): DocumentFacts {
  const unknown = MISSING[language];
  const regions = (company.jurisdictions ?? []).map((region) => region.trim().toUpperCase());
  const addresses = (...codes: string[]) =>
    regions.some((region) => codes.some((code) => region === code || region.startsWith(`${code}-`)));
  const email = `<${company.email}>`;
  const dpo = dpoOf(company);
  return {
    name: plain(company.name),
    legalName: plain(company.legalName),
    address: plain(company.address),
    email,
    url: company.url ? `<${company.url}>` : unknown.url,
    governingLaw: company.governingLaw ? plain(company.governingLaw) : unknown.governingLaw,
    court: unknown.court,
    dpo: dpo ? { ...dpo, email: dpo.email || email } : dpo,
    unitedKingdom: addresses('GB', 'UK'),
    switzerland: addresses('CH'),
    unitedStates: addresses('US'),
    recording,
    userAgent,
    networks,
    missing,
  };
}
