import type { LegalPageContent } from '@permesso/consent-core/legal';
import { CONTENT, consentApi, FRESH } from '../../api';

export const { useConsentLegalPreviewQuery } = consentApi.injectEndpoints({
  endpoints: (build) => ({
    consentLegalPreview: build.query<LegalPageContent, string>({
      ...FRESH,
      query: (locale) => `/consent/legal-preview?locale=${encodeURIComponent(locale)}`,
      providesTags: CONTENT,
    }),
  }),
});
