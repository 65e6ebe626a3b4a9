import { consentApi, OF_CONTENT } from '../../api';
import type { PublicRegister } from '../../api/contract';

export const { useConsentPublicListQuery } = consentApi.injectEndpoints({
  endpoints: (build) => ({
    /** In a language; where none is named, in the first. */
    consentPublicList: build.query<PublicRegister, string>({
      ...OF_CONTENT,
      query: (locale) =>
        `/consent/processors/public-list${locale ? `?locale=${encodeURIComponent(locale)}` : ''}`,
    }),
  }),
});
