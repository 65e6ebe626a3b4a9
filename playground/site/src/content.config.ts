import { defineCollection } from 'astro:content';
import { legalPagesLoader } from '@permesso/consent-astro/loaders';

/** The same pages as they were when the site was built, for those that are prerendered. */
export const collections = { builtLegal: defineCollection({ loader: legalPagesLoader() }) };
