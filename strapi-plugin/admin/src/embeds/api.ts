import { consentApi, OF_CONTENT } from '../api';
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
      ...OF_CONTENT,
      query: ({ model, documentId, query }) =>
        `/consent/embeds/entries/${model}/${documentId}?${new URLSearchParams(query)}`,
    }),
    consentUndeclaredHosts: build.query<UndeclaredHosts, string>({
      ...OF_CONTENT,
      query: (locale) => `/consent/embeds/undeclared?locale=${locale}`,
    }),
  }),
});
