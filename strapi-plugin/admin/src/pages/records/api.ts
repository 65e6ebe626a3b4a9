import { consentApi, FRESH } from '../../api';
import type {
  Evidence,
  HoldEntry,
  LegalTextInForce,
  QuarantineList,
  RecordList,
  RetentionView,
  SenderList,
} from '../../api/contract';

const ROUTE = '/consent/records';

/** Whose records go: those of a consent id, or of an account. By the names that the route takes. */
export type ErasureSubject = { consentId: string } | { account: string };

interface Holds {
  holds: HoldEntry[];
}

/** What is lifted, and why. */
interface Lift {
  id: string;
  reason: string;
}

export const {
  useConsentRecordsQuery,
  useConsentRecordQuery,
  useConsentLegalTextQuery,
  useEraseConsentRecordsMutation,
  useConsentHoldsQuery,
  usePlaceConsentHoldMutation,
  useLiftConsentHoldMutation,
  useConsentQuarantinesQuery,
  useConsentSendersQuery,
  useQuarantineConsentRecordsMutation,
  useLiftConsentQuarantineMutation,
  useConsentRetentionQuery,
  useSettleConsentRetentionMutation,
} = consentApi.injectEndpoints({
  endpoints: (build) => ({
    consentRecords: build.query<RecordList, string>({
      ...FRESH,
      query: (query) => `${ROUTE}?${query}`,
      providesTags: ['ConsentRecords'],
    }),
    consentRecord: build.query<Evidence, string>({
      ...FRESH,
      query: (id) => `${ROUTE}/${encodeURIComponent(id)}`,
      providesTags: ['ConsentRecords'],
    }),
    consentLegalText: build.query<LegalTextInForce, { recordId: string; hash: string }>({
      ...FRESH,
      query: ({ recordId, hash }) => `${ROUTE}/${encodeURIComponent(recordId)}/legal-texts/${hash}`,
    }),
    eraseConsentRecords: build.mutation<{ deleted: number }, ErasureSubject>({
      query: (data) => ({ url: `${ROUTE}/erasures`, method: 'POST', data }),
      invalidatesTags: ['ConsentRecords'],
    }),
    consentHolds: build.query<Holds, void>({
      ...FRESH,
      query: () => `${ROUTE}/holds`,
      providesTags: ['ConsentRecords'],
    }),
    placeConsentHold: build.mutation<Holds, object>({
      query: (data) => ({ url: `${ROUTE}/holds`, method: 'POST', data }),
      invalidatesTags: ['ConsentRecords'],
    }),
    liftConsentHold: build.mutation<Holds, Lift>({
      query: ({ id, reason }) => ({ url: `${ROUTE}/holds/${id}/lift`, method: 'POST', data: { reason } }),
      invalidatesTags: ['ConsentRecords'],
    }),
    consentQuarantines: build.query<QuarantineList, void>({
      ...FRESH,
      query: () => `${ROUTE}/quarantines`,
      providesTags: ['ConsentRecords'],
    }),
    consentSenders: build.query<SenderList, { from: string; to: string }>({
      ...FRESH,
      query: (span) => `${ROUTE}/quarantines/senders?${new URLSearchParams(span)}`,
    }),
    quarantineConsentRecords: build.mutation<QuarantineList, object>({
      query: (data) => ({ url: `${ROUTE}/quarantines`, method: 'POST', data }),
      invalidatesTags: ['ConsentRecords'],
    }),
    liftConsentQuarantine: build.mutation<QuarantineList, Lift>({
      query: ({ id, reason }) => ({
        url: `${ROUTE}/quarantines/${id}/lift`,
        method: 'POST',
        data: { reason },
      }),
      invalidatesTags: ['ConsentRecords'],
    }),
    consentRetention: build.query<RetentionView, void>({
      ...FRESH,
      query: () => `${ROUTE}/retention`,
      providesTags: ['ConsentRecords'],
    }),
    settleConsentRetention: build.mutation<
      RetentionView,
      { act: 'confirm' | 'withhold'; months: number; reason: string }
    >({
      query: (data) => ({ url: `${ROUTE}/retention`, method: 'POST', data }),
      invalidatesTags: ['ConsentRecords'],
    }),
  }),
});
