/** IAB Tech Lab's own library, for tests outside of this package. */
import { TCString } from '@iabtechlabtcf/core';

/** What a consent string says by it, as far as a visitor has chosen. */
export function readByLibrary(tcString: string) {
  const { purposeConsents, purposeLegitimateInterests, vendorConsents, vendorsDisclosed } =
    TCString.decode(tcString);
  const ids = (vector: Iterable<[number, boolean]>) =>
    [...vector].flatMap(([id, isSet]) => (isSet ? [id] : []));
  return {
    purposes: ids(purposeConsents),
    interests: ids(purposeLegitimateInterests),
    vendors: ids(vendorConsents),
    disclosed: ids(vendorsDisclosed),
  };
}
