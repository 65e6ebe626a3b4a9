import { CONTENT, consentApi, FRESH } from '../api';
import type { EntryEmbeds, UndeclaredHosts } from '../api/contract';

/** An entry of the content manager. */
export interface Entry {
  model: string;
  documentId: string;
  /** What the route is told beside it. */
  query: Record<string, string>;
}

export const { useConsentEntryEmbedsQuery, useConsentUndeclaredHostsQuery } = consentApi.injectEndpoints({
  endpoints: (build) => ({
    consentEntryEmbeds: build.query<EntryEmbeds, Entry>({
      ...FRESH,
      query: ({ model, documentId, query }) =>
        `/consent/embeds/entries/${model}/${documentId}?${new URLSearchParams(query)}`,
      providesTags: CONTENT,
    }),
    consentUndeclaredHosts: build.query<UndeclaredHosts, string>({
      ...FRESH,
      query: (locale) => `/consent/embeds/undeclared?locale=${locale}`,
      providesTags: CONTENT,
    }),
  }),
});
