/** Of what property tests about decisions make their visits. */
import fc from 'fast-check';
import type { ConsentCategory, ConsentCookieV1, ConsentModel } from '../src/contract/config.ts';

export const NOW = 1_790_000_000;
export const DAY = 86_400;
export const MONTH = 30.4375 * DAY;
export const uuid = (): string => '7c9e6679-7425-40de-944b-e07fc1f90ae7';

export const anyModel = fc.constantFrom<ConsentModel[]>('opt-in', 'opt-out', 'notice', 'none');

/** What a category has, whatever its key: all that decides anything. */
export const anyCategory = (keys: readonly string[]) => ({
  key: fc.constantFrom(...keys),
  label: fc.constant('A category'),
  description: fc.constant(''),
  required: fc.boolean(),
  respectGPC: fc.boolean(),
  defaultInOptOut: fc.boolean(),
  consentModeSignals: fc.constant<ConsentCategory['consentModeSignals']>([]),
});

export const anyBits = (keys: readonly string[]) =>
  fc.dictionary(fc.constantFrom(...keys), fc.constantFrom<(0 | 1)[]>(0, 1));

/** How and by whom a stored decision was made. */
export const ANY_ORIGIN = {
  v: fc.constant<ConsentCookieV1['v']>(1),
  id: fc.uuid(),
  j: fc.constantFrom<ConsentCookieV1['j'][]>('in', 'out', 'notice', 'none'),
  s: fc.constantFrom<ConsentCookieV1['s'][]>('b', 'p', 'a', 'g', 'w', 'i'),
};
