import { consentApi, FRESH } from '../../api';
import type { Statistics, StatisticsBreakdown, StatisticsValues } from '../../api/contract';

const ROUTE = '/consent/statistics';

export const { useConsentStatisticsQuery, useConsentStatisticsByQuery, useConsentStatisticsValuesQuery } =
  consentApi.injectEndpoints({
    endpoints: (build) => ({
      consentStatistics: build.query<Statistics, string>({
        ...FRESH,
        query: (query) => `${ROUTE}?${query}`,
        providesTags: ['ConsentRecords'],
      }),
      consentStatisticsBy: build.query<StatisticsBreakdown, { by: string; query: string }>({
        ...FRESH,
        query: ({ by, query }) => `${ROUTE}/by/${by}?${query}`,
        providesTags: ['ConsentRecords'],
      }),
      consentStatisticsValues: build.query<StatisticsValues, { from: string; to: string }>({
        ...FRESH,
        query: (span) => `${ROUTE}/values?${new URLSearchParams(span)}`,
        providesTags: ['ConsentContent', 'ConsentRecords'],
      }),
    }),
  });
