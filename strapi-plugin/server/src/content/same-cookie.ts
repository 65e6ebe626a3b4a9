import type { TrackerCookie } from '@permesso/consent-core';

/** What another list says of a cookie: of the one for its domain, or where none is, of one for no domain. */
export function sameCookie(
  { name, storage, domain }: TrackerCookie,
  list: readonly TrackerCookie[] | null | undefined,
): TrackerCookie | undefined {
  const alike = list?.filter((one) => one.name === name && one.storage === storage);
  return alike?.find((one) => (one.domain || '') === (domain || '')) ?? alike?.find((one) => !one.domain);
}
