import { consentApi, FRESH } from '../../api';
import type { AuditDetails, AuditList } from '../../api/contract';

/** No tags: nothing is done where the trail is shown. */
export const { useConsentTrailQuery, useConsentTrailEntryQuery } = consentApi.injectEndpoints({
  endpoints: (build) => ({
    consentTrail: build.query<AuditList, string>({ ...FRESH, query: (query) => `/consent/audit?${query}` }),
    consentTrailEntry: build.query<AuditDetails, string>({
      ...FRESH,
      query: (id) => `/consent/audit/${encodeURIComponent(id)}`,
    }),
  }),
});
