import { PAGES } from '../../plugin';
import { type Filter as FilterOf, filterBy } from '../list/filter';

const FILTERS = ['state', 'severity', 'rule', 'page', 'site'] as const;

export type FilterName = (typeof FILTERS)[number];
export type Filter = FilterOf<FilterName>;

export const { useFilter, queryOf } = filterBy(FILTERS);

export const findingPage = (documentId: string): string => `${PAGES}/scanner/findings/${documentId}`;
export const runPage = (documentId: string): string => `${PAGES}/scanner/runs/${documentId}`;
