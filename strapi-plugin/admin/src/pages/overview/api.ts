import { consentApi, FRESH } from '../../api';
import type { ConsentOverview, OfferedRoles } from '../../api/contract';

export const {
  useConsentOverviewQuery,
  useConsentRoleOffersQuery,
  useMakeConsentRoleMutation,
  usePutOffConsentRolesMutation,
} = consentApi.injectEndpoints({
  endpoints: (build) => ({
    consentOverview: build.query<ConsentOverview, void>({
      ...FRESH,
      query: () => '/consent/overview',
      providesTags: ['ConsentContent', 'ConsentRecords', 'ConsentScans'],
    }),
    consentRoleOffers: build.query<OfferedRoles, void>({
      ...FRESH,
      query: () => '/consent/role-templates',
      providesTags: ['ConsentRoles'],
    }),
    makeConsentRole: build.mutation<OfferedRoles, { key: OfferedRoles['open'][number] }>({
      query: (data) => ({ url: '/consent/role-templates', method: 'POST', data }),
      invalidatesTags: ['ConsentRoles'],
    }),
    putOffConsentRoles: build.mutation<OfferedRoles, void>({
      query: () => ({ url: '/consent/role-templates/put-off', method: 'POST' }),
      invalidatesTags: ['ConsentRoles'],
    }),
  }),
});
