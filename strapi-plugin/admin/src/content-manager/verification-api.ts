import { consentApi, OF_CONTENT } from '../api';
import type { Verification } from '../api/contract';

const routeOf = (documentId: string) => `/consent/processors/${documentId}/verification`;

export const { useConsentVerificationQuery, useVerifyConsentProcessorMutation } = consentApi.injectEndpoints({
  endpoints: (build) => ({
    consentVerification: build.query<Verification, string>({
      ...OF_CONTENT,
      query: routeOf,
    }),
    /** Says that an entry was compared with its contract, or takes that back. */
    verifyConsentProcessor: build.mutation<Verification, { documentId: string; isVerified: boolean }>({
      query: ({ documentId, isVerified }) => ({
        url: routeOf(documentId),
        method: isVerified ? 'POST' : 'DELETE',
      }),
      invalidatesTags: ['ConsentContent'],
    }),
  }),
});
