import type { LegalLabels } from '@permesso/consent-core/legal';
import { ofLanguage } from './language';
import words from './legal-words.json';

/** The words of the site's own languages in the tables of legal pages. */
export const siteLegalWords = (locale: string): LegalLabels => ofLanguage(words, locale, words.en);
