import { PAGES } from '../../plugin';
import { type Filter as FilterOf, filterBy } from '../list/filter';

const FILTERS = ['action', 'uid', 'actor', 'subject', 'from', 'to'] as const;

export type FilterName = (typeof FILTERS)[number];
export type Filter = FilterOf<FilterName>;

export const { useFilter, queryOf } = filterBy(FILTERS);

/** The list of what was done to one thing, or by one person. */
export const trailOf = (filter: Filter): string => `${PAGES}/audit?${queryOf(filter)}`;
