/**
 * The address of the site that was asked for, once it is known where it led: many answer by their name with or without
 * `www.`, or encrypted. Anything else is another site, and gets none of the headers and cookies that are given.
 */
export function siteAddress(asked: string, led: string): string {
  const [from, to] = [new URL(asked), new URL(led)];
  const same = nameOf(from) === nameOf(to) && from.port === to.port && !(from.protocol > to.protocol);
  return same ? new URL(from.pathname + from.search, to).href : asked;
}

/** Whether an address is one of the site: it may be by its name with or without `www.`, or to https. */
export const isOfSite = (address: string, site: string): boolean =>
  URL.canParse(address) && new URL(siteAddress(site, address)).origin === new URL(address).origin;

const nameOf = ({ hostname }: URL): string => hostname.replace(/^www\./, '');
