import { defineLiveCollection } from 'astro:content';
import { legalPagesLiveLoader } from '@permesso/consent-astro/loaders';

/** Legal pages as the CMS has them now: an editor's change is seen without a build. */
export const collections = { legal: defineLiveCollection({ loader: legalPagesLiveLoader() }) };
