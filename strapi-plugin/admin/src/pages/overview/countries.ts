import type { ConsentOverview } from '../../api/contract';

/** Stands where a country's code would. */
export const UNKNOWN_COUNTRY = '';

export interface CountryCount {
  country: string;
  n: number;
}

/**
 * How many decisions came from where, the most first. No count is kept of a request that names no country, so those
 * are what the named ones leave of all decisions: without them two visitors out of forty would be "100 %".
 */
export function decisionsByCountry({
  totals,
  countries,
}: Pick<ConsentOverview, 'totals' | 'countries'>): CountryCount[] {
  const named = countries.reduce((sum, { n }) => sum + n, 0);
  const unknown = totals.last30Days - named;
  if (unknown <= 0) return countries;
  return [...countries, { country: UNKNOWN_COUNTRY, n: unknown }].sort((a, b) => b.n - a.n);
}
