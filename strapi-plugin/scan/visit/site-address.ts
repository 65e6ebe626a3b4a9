/**
 * The address of the site that was asked for, once it is known where it led: many answer by their name with or without
 * `www.`, or encrypted. Anything else is another site, and gets none of the headers and cookies that are given.
 */
export function siteAddress(asked: string, led: string): string {
  const [from, to] = [new URL(asked), new URL(led)];
  const same = nameOf(from) === nameOf(to) && from.port === to.port && !(from.protocol > to.protocol);
  return same ? new URL(from.pathname + from.search, to).href : asked;
}

const nameOf = ({ hostname }: URL): string => hostname.replace(/^www\./, '');
