import type { SettingsChange } from '../../../../server/src/settings/schema';
import { consentApi, FRESH, OF_CONTENT } from '../../api';
import type {
  ConfigurationDifference,
  ImportPreview,
  LogView,
  SettingsView,
  ShorterRetention,
  VersionsView,
} from '../../api/contract';

export const {
  useConsentSettingsQuery,
  useSaveConsentSettingsMutation,
  useConsentLogQuery,
  useConsentShorterRetentionQuery,
  useConsentVersionsQuery,
  useAskConsentAgainMutation,
  usePreviewConsentImportMutation,
  useImportConsentMutation,
} = consentApi.injectEndpoints({
  endpoints: (build) => ({
    // No tags: while somebody edits, the form knows best, and a save answers with what holds by then.
    consentSettings: build.query<SettingsView, void>({ ...FRESH, query: () => '/consent/settings' }),
    saveConsentSettings: build.mutation<SettingsView, SettingsChange & { replaces: SettingsChange }>({
      query: (data) => ({ url: '/consent/settings', method: 'PUT', data }),
      invalidatesTags: ['ConsentContent'],
    }),
    consentLog: build.query<LogView, void>({ ...FRESH, query: () => '/consent/log' }),
    consentShorterRetention: build.query<ShorterRetention, number>({
      ...FRESH,
      query: (months) => `/consent/records/retention/shorter?months=${months}`,
      providesTags: ['ConsentRecords'],
    }),
    consentVersions: build.query<VersionsView, void>({
      ...OF_CONTENT,
      query: () => '/consent/settings/versions',
    }),
    askConsentAgain: build.mutation<VersionsView, { reason: string }>({
      query: (data) => ({ url: '/consent/settings/reconsents', method: 'POST', data }),
      invalidatesTags: ['ConsentContent'],
    }),
    previewConsentImport: build.mutation<ImportPreview, { file: unknown }>({
      query: (data) => ({ url: '/consent/configuration/preview', method: 'POST', data }),
    }),
    importConsent: build.mutation<
      { differences: ConfigurationDifference[] },
      { file: unknown; basis: string; note: string }
    >({
      query: (data) => ({ url: '/consent/configuration', method: 'POST', data }),
      invalidatesTags: ['ConsentContent'],
    }),
  }),
});
