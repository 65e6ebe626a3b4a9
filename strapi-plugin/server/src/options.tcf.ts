import { z } from 'zod';
import { wholeNumber } from './options.numbers';

/** Where IAB Europe publishes the Global Vendor List, specification 3. */
export const GLOBAL_VENDOR_LIST = 'https://vendor-list.consensu.org/v3/vendor-list.json';

const listAddress = (example: string) =>
  z.url({ protocol: /^https?$/, error: `the whole address of the list, such as "${example}"` });

/** The option `tcf`: where the lists of IAB's Transparency and Consent Framework come from. */
export const tcfOptions = z.strictObject({
  vendorListUrl: listAddress(GLOBAL_VENDOR_LIST).optional(),
  additionalConsentUrl: listAddress(
    'https://storage.googleapis.com/tcfac/additional-consent-providers.csv',
  ).optional(),
  refreshHours: wholeNumber(1, 168).optional(),
});

export interface TcfOptions {
  vendorListUrl: string;
  /** Google's list of providers that are not on IAB's; undefined: none is fetched. */
  additionalConsentUrl?: string;
  /** So long a list is fresh, in hours. */
  refreshHours: number;
}

/** Null where the option is left out: nothing is fetched then, and there is no route. */
export function tcfDefaults(tcf: z.output<typeof tcfOptions> | undefined): TcfOptions | null {
  if (!tcf) return null;
  const { vendorListUrl = GLOBAL_VENDOR_LIST, additionalConsentUrl, refreshHours = 24 } = tcf;
  return { vendorListUrl, ...(additionalConsentUrl && { additionalConsentUrl }), refreshHours };
}
