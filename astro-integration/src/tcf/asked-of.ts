import type { TcfAnswer } from '@permesso/consent-core/site';
import type { TcfTerms } from './options.ts';

/**
 * Stands for what a site asks of its visitors: which vendors and providers it names, and what it forbids them. A string that was given
 * under other restrictions is no answer to these: where one has ended, a vendor may by now do what its visitors were told it must not.
 */
export function askedOf(
  { list, providers }: Pick<TcfAnswer, 'list' | 'providers'>,
  { hasNamedVendors, publisherRestrictions, purposeOneTreatment }: TcfTerms,
): string {
  const numbers = (ids: readonly number[]) => [...ids].sort((a, b) => a - b);
  const idsOf = (all: readonly { id: number }[]) => numbers(all.map(({ id }) => id));
  const restrictions = publisherRestrictions.map(({ purpose, type, vendors }) =>
    JSON.stringify([purpose, type, vendors ? numbers(vendors) : null]),
  );
  return hash(
    JSON.stringify([
      purposeOneTreatment,
      restrictions.sort(),
      hasNamedVendors ? idsOf(Object.values(list.vendors)) : null,
      idsOf(providers),
    ]),
  );
}

/** FNV-1a, 32 bits, of a text in ASCII. (https://datatracker.ietf.org/doc/draft-eastlake-fnv/) */
function hash(text: string): string {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return (sum >>> 0).toString(36);
}
