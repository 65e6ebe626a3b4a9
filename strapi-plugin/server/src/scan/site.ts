import { siteAddress } from '../../../scan/visit/site-address';

/** Whether scans of an address are scans of this site: it may lead to its name with or without `www.`, or to https. */
export const isOfSite = (origin: string, url: string): boolean =>
  new URL(siteAddress(url, origin)).origin === origin;
