import {
  DEFAULT_JURISDICTION_OVERRIDES,
  EEA_COUNTRIES,
  explainJurisdiction,
  type JurisdictionExplanation,
  type RegionRow,
} from '@permesso/consent-core';

export type RowSource = 'default' | 'option' | 'edited';

/** A row of the effective table. */
export interface EffectiveRow {
  row: RegionRow;
  source: RowSource;
  /** `counts`: decides for its region now; `replaced`: another one does; `later`: not in effect yet. */
  state: 'counts' | 'replaced' | 'later';
}

/** A row with where it stands; the same object as the resolver is given, so that its answer can be recognised. */
interface Sourced {
  row: RegionRow;
  source: RowSource;
}

export interface JurisdictionRules {
  options: readonly RegionRow[];
  edited: readonly RegionRow[];
  fallback: RegionRow['model'];
}

const sourced = ({ options, edited }: JurisdictionRules): Sourced[] => [
  ...DEFAULT_JURISDICTION_OVERRIDES.map((row) => ({ row, source: 'default' as const })),
  ...options.map((row) => ({ row, source: 'option' as const })),
  ...edited.map((row) => ({ row, source: 'edited' as const })),
];

/** Where visitors of a place get their model from, by the very function that decides for them. */
export function explain(
  rules: JurisdictionRules,
  place: { country: string; region?: string },
  now: Date,
): JurisdictionExplanation & { source: RowSource | null } {
  const found = explainJurisdiction({
    ...place,
    overrides: [...rules.options, ...rules.edited],
    fallback: rules.fallback,
    now: () => now.getTime() / 1000,
  });
  return { ...found, source: sourced(rules).find(({ row }) => row === found.row)?.source ?? null };
}

/** Every row there is, by region, each with whether it decides now. */
export function effectiveRows(rules: JurisdictionRules, now: Date): EffectiveRow[] {
  const rows = sourced(rules);
  const deciding = new Set(
    [...new Set(rows.map(({ row }) => row.region))].map((region) => decidingRow(rules, region, now)),
  );
  return rows
    .map(({ row, source }): EffectiveRow => {
      const later = row.effectiveFrom !== undefined && Date.parse(row.effectiveFrom) > now.getTime();
      return { row, source, state: deciding.has(row) ? 'counts' : later ? 'later' : 'replaced' };
    })
    .sort((a, b) => (a.row.region < b.row.region ? -1 : a.row.region > b.row.region ? 1 : 0));
}

function decidingRow(rules: JurisdictionRules, region: string, now: Date): RegionRow | null {
  if (region === 'EEA') {
    // Any member without a row of its own shows what the row of all of them says.
    for (const country of EEA_COUNTRIES) {
      const found = explain(rules, { country }, now);
      if (found.reason === 'eea') return found.row;
    }
    return null;
  }
  const [country = '', part] = region.split('-');
  return explain(rules, part ? { country, region: part } : { country }, now).row;
}
