import { CONTENT, consentApi, FRESH } from '../../api';
import type { ProcessorCatalogue, TrackerCatalogue } from '../../api/contract';

export const { useConsentTrackerCatalogueQuery, useConsentProcessorCatalogueQuery, useAddToConsentMutation } =
  consentApi.injectEndpoints({
    endpoints: (build) => ({
      consentTrackerCatalogue: build.query<TrackerCatalogue, string>({
        ...FRESH,
        query: (locale) => `/consent/catalogue/trackers?locale=${locale}`,
        providesTags: CONTENT,
      }),
      consentProcessorCatalogue: build.query<ProcessorCatalogue, string>({
        ...FRESH,
        query: (locale) => `/consent/catalogue/processors?locale=${locale}`,
        providesTags: CONTENT,
      }),
      /** Adds a tracker or a processor, by the route of the place where somebody met it. */
      addToConsent: build.mutation<{ documentId: string }, { path: string; data: object }>({
        query: ({ path, data }) => ({ url: path, method: 'POST', data }),
        invalidatesTags: ['ConsentContent', 'ConsentScans'],
      }),
    }),
  });
