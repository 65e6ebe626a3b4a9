import { encodeConsentCookie, readConsentCookie } from '@permesso/consent-core';
import type { Declared } from '../declared';
import { type BannerSource, findBanner } from './banner';
import type { Visitor } from './visitor';

/** Milliseconds in which a banner that comes again would be there: the page has loaded. */
const AGAIN = 1_500;

/** A version that no content has. */
const OLDER_VERSION = '00000000';

/** In the cookie, the version that each reason to ask again is about. */
const VERSION_KEYS = { documents: 'dv', categories: 'cv', trackers: 'tv' } as const;

/**
 * Comes back after a decision: under the same conditions, and as if something material had changed since.
 *
 * @returns `changed` is null where it is not known what the site keeps.
 */
export async function comeBack(
  visitor: Visitor,
  address: string,
  source: BannerSource,
  declared: Declared | null,
): Promise<{ unchanged: boolean; changed: boolean | null }> {
  await visitor.go(address);
  const unchanged = (await findBanner(visitor.page, source, AGAIN)) !== null;
  const product = declared?.product;
  const trigger = product?.reconsentOn[0];
  if (!product || !trigger || !(await ageCookie(visitor, product.cookie, VERSION_KEYS[trigger])))
    return { unchanged, changed: null };
  visitor.decided('none');
  await visitor.go(address);
  const changed = (await findBanner(visitor.page, source)) !== null;
  await visitor.look();
  return { unchanged, changed };
}

/** Writes the consent cookie as if the decision had been made under an older version; false where there is none. */
async function ageCookie(
  { context }: Visitor,
  name: string,
  key: (typeof VERSION_KEYS)[keyof typeof VERSION_KEYS],
): Promise<boolean> {
  const cookie = (await context.cookies()).find((candidate) => candidate.name === name);
  const decoded = cookie && readConsentCookie(`${name}=${cookie.value}`, name);
  if (!decoded) return false;
  await context.addCookies([{ ...cookie, value: encodeConsentCookie({ ...decoded, [key]: OLDER_VERSION }) }]);
  return true;
}
