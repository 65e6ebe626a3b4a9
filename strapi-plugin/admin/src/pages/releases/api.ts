import { consentApi, FRESH, OF_CONTENT } from '../../api';
import type {
  HeldLink,
  HeldLinks,
  MadeLink,
  PreviewChoices,
  ReleaseDetails,
  ReleaseList,
  ReleaseView,
  TakeBackPreview,
  TakenBack,
  Waiting,
} from '../../api/contract';

const ROUTE = '/consent/releases';

const PREVIEWS = '/consent/previews';

interface PreviewOrder {
  shows: HeldLink['shows'];
  url: string;
  place: string | null;
  locale: string | null;
  gpc: boolean;
  seconds: number;
}

interface TakenBackTo extends TakenBack {
  latest: number;
}

interface Publication {
  basis: string;
  note: string;
  /** ISO 8601; now where there is none. */
  publishAt?: string;
}

export const {
  useConsentWaitingQuery,
  useConsentReleasesQuery,
  useConsentReleaseQuery,
  usePublishConsentMutation,
  useSettleConsentPlanMutation,
  useNoteConsentReleaseMutation,
  usePreviewConsentTakingBackMutation,
  useTakeBackConsentMutation,
  useConsentPreviewChoicesQuery,
  useMakeConsentPreviewMutation,
  useConsentPreviewLinksQuery,
  useEndConsentPreviewMutation,
  useEndConsentPreviewsMutation,
} = consentApi.injectEndpoints({
  endpoints: (build) => ({
    consentWaiting: build.query<Waiting, void>({
      ...OF_CONTENT,
      query: () => `${ROUTE}/waiting`,
    }),
    consentReleases: build.query<ReleaseList, Record<string, string>>({
      ...OF_CONTENT,
      query: (place) => `${ROUTE}?${new URLSearchParams(place)}`,
    }),
    consentRelease: build.query<ReleaseView, { id: string; against: string }>({
      ...OF_CONTENT,
      query: ({ id, against }) =>
        `${ROUTE}/${encodeURIComponent(id)}${against ? `?${new URLSearchParams({ against })}` : ''}`,
    }),
    publishConsent: build.mutation<Waiting, Publication>({
      query: (data) => ({ url: ROUTE, method: 'POST', data }),
      invalidatesTags: ['ConsentContent'],
    }),
    settleConsentPlan: build.mutation<Waiting, { id: string; act: 'approve' | 'withdraw' }>({
      query: ({ id, act }) => ({ url: `${ROUTE}/plans/${id}/${act}`, method: 'POST', data: {} }),
      invalidatesTags: ['ConsentContent'],
    }),
    noteConsentRelease: build.mutation<ReleaseDetails, { number: number; note: string }>({
      query: ({ number, note }) => ({ url: `${ROUTE}/${number}/note`, method: 'PUT', data: { note } }),
      invalidatesTags: ['ConsentContent'],
    }),
    previewConsentTakingBack: build.mutation<TakeBackPreview, number>({
      query: (number) => ({ url: `${ROUTE}/${number}/take-back/preview`, method: 'POST' }),
    }),
    takeBackConsent: build.mutation<TakenBackTo, { number: number; basis: string; note: string }>({
      query: ({ number, ...data }) => ({ url: `${ROUTE}/${number}/take-back`, method: 'POST', data }),
      invalidatesTags: ['ConsentContent'],
    }),
    consentPreviewChoices: build.query<PreviewChoices, void>({ ...FRESH, query: () => PREVIEWS }),
    makeConsentPreview: build.mutation<MadeLink, PreviewOrder>({
      query: (data) => ({ url: PREVIEWS, method: 'POST', data }),
      invalidatesTags: ['ConsentPreviews'],
    }),
    consentPreviewLinks: build.query<HeldLinks, void>({
      ...FRESH,
      query: () => `${PREVIEWS}/links`,
      providesTags: ['ConsentPreviews'],
    }),
    endConsentPreview: build.mutation<HeldLinks, string>({
      query: (id) => ({ url: `${PREVIEWS}/links/${id}/end`, method: 'POST', data: {} }),
      invalidatesTags: ['ConsentPreviews'],
    }),
    endConsentPreviews: build.mutation<HeldLinks, void>({
      query: () => ({ url: `${PREVIEWS}/links/end`, method: 'POST', data: {} }),
      invalidatesTags: ['ConsentPreviews'],
    }),
  }),
});
