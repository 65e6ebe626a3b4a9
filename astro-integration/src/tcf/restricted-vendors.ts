import type { Vendor } from '@permesso/consent-core';
import { changesNothing, declaredPurposes, restrictionOn } from './legal-bases.ts';
import type { PublisherRestriction, RestrictionType } from './options.ts';

/** One restriction on one purpose, and whom it is said of. */
export interface RestrictedVendors {
  purpose: number;
  type: RestrictionType;
  vendors: ReadonlySet<number>;
}

/**
 * Whom a consent string names with each restriction. It writes ranges, and each vendor between two that are restricted alike
 * would end one: so a vendor for whom that restriction changes nothing stands in the range, as one that has not declared the
 * purpose at all. None has two restrictions on one purpose.
 *
 * @param vendors of the list, in the order of their numbers
 */
export function restrictedVendors(
  vendors: readonly Vendor[],
  restrictions: readonly PublisherRestriction[],
): RestrictedVendors[] {
  const purposes = new Set(restrictions.map(({ purpose }) => purpose));
  return [...purposes].flatMap((purpose) => {
    const groups = new Map<RestrictionType, Set<number>>();
    let type: RestrictionType | null = null;
    let between: Vendor[] = [];
    for (const vendor of vendors) {
      const own = declaredPurposes(vendor).includes(purpose)
        ? restrictionOn(vendor, purpose, restrictions)
        : null;
      if (own === null) {
        between.push(vendor);
        continue;
      }
      const group = groups.get(own) ?? new Set<number>();
      const isOneRange = own === type && between.every((one) => changesNothing(own, one, purpose));
      for (const { id } of isOneRange ? between : []) group.add(id);
      groups.set(own, group.add(vendor.id));
      [type, between] = [own, []];
    }
    return [...groups].map(([type, vendors]) => ({ purpose, type, vendors }));
  });
}
