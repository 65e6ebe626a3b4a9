/** What the components of legal pages read; they are published as they are, this is built. */
import { legalPages } from './site.ts';

export type {
  LegalPageSummary,
  PublishedLegalPage,
  SubprocessorList,
} from '@permesso/consent-core/legal-pages';
export const { page: legalPage, register: subprocessorList, noticeSettings } = legalPages;
