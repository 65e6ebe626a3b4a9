import { apiAddress } from '@permesso/consent-core/site';

/**
 * The plugin's API: at the address that CONSENT_CMS_URL holds, else at this one.
 *
 * @throws where the variable holds no address; its value, which may have a password, is not repeated
 */
export function apiByEnvironment(variable: string | undefined, cms: string): string {
  if (variable && !/^https?:\/\//i.test(variable))
    throw new Error(
      'CONSENT_CMS_URL is no web address; write that of Strapi with its scheme, such as "https://cms.example"',
    );
  return apiAddress(variable || cms);
}
