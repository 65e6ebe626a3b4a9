import type { NewAssessment } from '../../../server/src/assessments/admin-controller';
import { consentApi, OF_CONTENT } from '../api';
import type { AssessmentView } from '../api/contract';

const routeOf = (documentId: string) => `/consent/categories/${documentId}/assessments`;

export const { useConsentAssessmentsQuery, useAssessConsentCategoryMutation } = consentApi.injectEndpoints({
  endpoints: (build) => ({
    consentAssessments: build.query<AssessmentView, string>({
      ...OF_CONTENT,
      query: routeOf,
    }),
    assessConsentCategory: build.mutation<AssessmentView, { documentId: string; data: NewAssessment }>({
      query: ({ documentId, data }) => ({ url: routeOf(documentId), method: 'POST', data }),
      invalidatesTags: ['ConsentContent'],
    }),
  }),
});
