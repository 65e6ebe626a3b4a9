import { LEGAL_PAGE_KINDS } from '../value-lists';
import type { LocaleRow } from './localized';
import {
  custom,
  day,
  decidedChoice,
  entryName,
  inEachLanguage,
  type RowOf,
  requiredLine,
} from './stored-field';

/** The legal pages, a line a field. Kind, slug and effective date are shared by all languages: a translation is the same document. */
export const LEGAL_PAGE_FIELDS = {
  title: inEachLanguage(entryName()),
  slug: requiredLine({ maxLength: 100, regex: '^[a-z0-9][a-z0-9-]*$' }),
  kind: decidedChoice(LEGAL_PAGE_KINDS, 'other'),
  effectiveDate: day(),
  /** Markdown with shortcodes. */
  content: inEachLanguage(custom<string>('legal-markdown')),
};

/** A legal page in one language. */
export interface LegalPageRow extends LocaleRow, RowOf<typeof LEGAL_PAGE_FIELDS> {
  locale: string;
}
