import { consentApi, FRESH } from '../../api';
import type { FindingDetails, FindingList, RunDetails, RunList } from '../../api/contract';

const ROUTE = '/consent/scans';

/** Asks the server to settle a finding; false where it refused, which has been said. */
export type Tell = (act: string, data?: object) => Promise<boolean>;

/** What is done about a finding, with what that takes. */
interface Settling {
  id: string;
  act: string;
  data: object;
}

export const {
  useConsentFindingsQuery,
  useConsentFindingQuery,
  useSettleConsentFindingMutation,
  useConsentRunsQuery,
  useConsentRunQuery,
  useStartConsentScanMutation,
} = consentApi.injectEndpoints({
  endpoints: (build) => ({
    consentFindings: build.query<FindingList, string>({
      ...FRESH,
      query: (query) => `${ROUTE}/findings?${query}`,
      providesTags: ['ConsentScans'],
    }),
    consentFinding: build.query<FindingDetails, string>({
      ...FRESH,
      query: (id) => `${ROUTE}/findings/${encodeURIComponent(id)}`,
      providesTags: ['ConsentScans'],
    }),
    settleConsentFinding: build.mutation<FindingDetails, Settling>({
      query: ({ id, act, data }) => ({ url: `${ROUTE}/findings/${id}/${act}`, method: 'POST', data }),
      // It may have moved a tracker.
      invalidatesTags: ['ConsentScans', 'ConsentContent'],
    }),
    consentRuns: build.query<RunList, void>({
      ...FRESH,
      query: () => `${ROUTE}/runs`,
      providesTags: ['ConsentScans'],
      /** Once a scan is over, what it has found is asked for. */
      async onQueryStarted(_, { dispatch, getCacheEntry, queryFulfilled }) {
        const before = getCacheEntry().data;
        const now = await queryFulfilled.catch(() => null);
        if (before?.isRunning && now?.data.isRunning === false)
          dispatch(consentApi.util.invalidateTags(['ConsentScans']));
      },
    }),
    consentRun: build.query<RunDetails, string>({
      ...FRESH,
      query: (id) => `${ROUTE}/runs/${encodeURIComponent(id)}`,
    }),
    startConsentScan: build.mutation<RunList, void>({
      query: () => ({ url: `${ROUTE}/runs`, method: 'POST', data: {} }),
      invalidatesTags: ['ConsentScans'],
    }),
  }),
});
