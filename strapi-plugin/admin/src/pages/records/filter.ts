import { PAGES } from '../../plugin';
import { type Filter as FilterOf, filterBy } from '../list/filter';

export const FILTERS = [
  'consentId',
  'user',
  'from',
  'to',
  'source',
  'model',
  'country',
  'category',
  'granted',
  'locale',
  'policyVersion',
  'quarantined',
] as const;

export type FilterName = (typeof FILTERS)[number];
export type Filter = FilterOf<FilterName>;

export const { filterOf, useFilter, queryOf } = filterBy(FILTERS);

/** The list of what is kept under one consent id, what is set apart included. */
export const recordsUnder = (consentId: string): string =>
  `${PAGES}/records?${queryOf({ consentId, quarantined: 'too' })}`;

/** The list of what was decided with one account signed in. */
export const recordsOf = (user: string): string =>
  `${PAGES}/records?${queryOf({ user, quarantined: 'too' })}`;
