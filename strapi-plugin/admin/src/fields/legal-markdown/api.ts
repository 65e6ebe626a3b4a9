import type { LegalPageContent } from '@permesso/consent-core/legal';
import { consentApi, OF_CONTENT } from '../../api';

export const { useConsentLegalPreviewQuery } = consentApi.injectEndpoints({
  endpoints: (build) => ({
    consentLegalPreview: build.query<LegalPageContent, string>({
      ...OF_CONTENT,
      query: (locale) => `/consent/legal-preview?locale=${encodeURIComponent(locale)}`,
    }),
  }),
});
