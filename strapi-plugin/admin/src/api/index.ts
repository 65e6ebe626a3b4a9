import { adminApi } from '@strapi/strapi/admin';

/** What answers tell of. An act names what it changes, and whatever is shown of that is asked again. */
const TAGS = [
  // What is served or waits to be: settings, catalogue, register, legal pages, releases, and what they come to.
  'ConsentContent',
  'ConsentRecords',
  'ConsentScans',
  'ConsentRoles',
  'ConsentPreviews',
  // Strapi's own, of its homepage: every write of the content manager has it asked again.
  'RecentDocumentList',
] as const;

/** Strapi's own cache of what the server answers; each feature adds its endpoints beside the pages that use them. */
export const consentApi = adminApi.enhanceEndpoints({ addTagTypes: TAGS });

/** For a query: what was shown before is not shown again, a page that is opened asks anew. */
export const FRESH = { keepUnusedDataFor: 0 } as const;

/** What a query is told of its life. */
interface QueryLife {
  dispatch(action: ReturnType<typeof consentApi.util.invalidateTags>): unknown;
  getState(): unknown;
  queryFulfilled: Promise<unknown>;
}

/** For a query whose answer another one takes the place of once content is saved, wherever in the admin. */
export const OF_CONTENT = {
  ...FRESH,
  providesTags: ['ConsentContent', 'RecentDocumentList'],
  /** While a query is under way, Redux Toolkit does not have it asked again by a save: its answer may be from before that. */
  async onQueryStarted(_: unknown, { dispatch, getState, queryFulfilled }: QueryLife): Promise<void> {
    const since = Date.now();
    const answered = await queryFulfilled.catch(() => null);
    if (answered && wasSaved(getState(), since)) dispatch(consentApi.util.invalidateTags(['ConsentContent']));
  },
} as const;

/** Whether something was saved since a moment, in ms, by this page of the admin or by Strapi's own. */
function wasSaved(state: unknown, since: number): boolean {
  const { mutations } = (state as Record<string, { mutations: Record<string, Saved | undefined> }>)[
    consentApi.reducerPath
  ]!;
  return Object.values(mutations).some((one) => (one?.fulfilledTimeStamp ?? 0) >= since);
}

interface Saved {
  fulfilledTimeStamp?: number;
}
