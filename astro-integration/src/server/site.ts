import { getSecret } from 'astro:env/server';
import asked from 'virtual:consent/asked';
import baked from 'virtual:consent/baked';
import options from 'virtual:consent/site';
import { createLegalPages, type LegalPages } from '@permesso/consent-core/legal-pages';
import { apiAddress, createSite, type Site } from '@permesso/consent-core/site';

/**
 * The plugin's API as this process knows it: the environment wins over the build. Null without a CMS.
 *
 * @param cms address of Strapi, where it is not the integration's own
 */
export function cmsApi(cms?: string): string | null {
  const own = cms === undefined ? options.api : apiAddress(cms);
  return own === null ? null : apiAddress(getSecret('CONSENT_CMS_URL') || own);
}

/** This site, by the options of the integration. */
export const site: Site = createSite({
  ...options,
  cms: () => cmsApi(),
  ...(asked && { config: asked }),
  known: baked,
  // Its router leaves such forms to the browser, whose answer is another page or sets a cookie.
  formAttributes: { 'data-astro-reload': true },
});

/** The published legal documents, for components, loaders and feeds. */
export const legalPages: LegalPages = createLegalPages({ api: site.api });
