import { consentApi, OF_CONTENT } from '../../api';
import type { ProcessorCatalogue, TrackerCatalogue } from '../../api/contract';

export const { useConsentTrackerCatalogueQuery, useConsentProcessorCatalogueQuery, useAddToConsentMutation } =
  consentApi.injectEndpoints({
    endpoints: (build) => ({
      consentTrackerCatalogue: build.query<TrackerCatalogue, string>({
        ...OF_CONTENT,
        query: (locale) => `/consent/catalogue/trackers?locale=${locale}`,
      }),
      consentProcessorCatalogue: build.query<ProcessorCatalogue, string>({
        ...OF_CONTENT,
        query: (locale) => `/consent/catalogue/processors?locale=${locale}`,
      }),
      /** Adds a tracker or a processor, by the route of the place where somebody met it. */
      addToConsent: build.mutation<{ documentId: string }, { path: string; data: object }>({
        query: ({ path, data }) => ({ url: path, method: 'POST', data }),
        invalidatesTags: ['ConsentContent', 'ConsentScans'],
      }),
    }),
  });
