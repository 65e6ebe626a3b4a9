import {
  DEFAULT_JURISDICTION_OVERRIDES,
  EEA_COUNTRIES,
  resolveJurisdictionModel,
} from '@permesso/consent-core';
import { describe, expect, it } from 'vitest';
import { effectiveRows, explain } from '../admin/src/pages/settings/jurisdiction-table';

const NOW = new Date('2026-06-01T12:00:00Z');
const BUILT_IN = { options: [], edited: [], fallback: 'opt-in' as const };

describe('the effective table of jurisdictions', () => {
  it('D1: names for every region one row that decides, and it is the one that the resolver takes', () => {
    const rules = {
      options: [
        { region: 'US', model: 'opt-in' as const, law: 'option' },
        { region: 'DE', model: 'notice' as const, law: 'option' },
      ],
      edited: [
        { region: 'US', model: 'notice' as const, law: 'edited' },
        { region: 'US-CA', model: 'opt-out' as const, law: 'edited' },
        { region: 'EEA', model: 'opt-out' as const, law: 'edited' },
      ],
      fallback: 'none' as const,
    };
    const rows = effectiveRows(rules, NOW);
    const deciding = rows.filter(({ state }) => state === 'counts');
    expect(new Set(deciding.map(({ row }) => row.region)).size).toBe(deciding.length);
    const overrides = [...rules.options, ...rules.edited];
    for (const { row } of deciding) {
      const [country = '', region] = (row.region === 'EEA' ? 'FR' : row.region).split('-');
      const now = () => NOW.getTime() / 1000;
      expect(resolveJurisdictionModel({ country, ...(region ? { region } : {}), overrides, now })).toBe(
        row.model,
      );
    }
    const us = rows.filter(({ row }) => row.region === 'US').map(({ source, state }) => [source, state]);
    expect(us).toEqual([
      ['default', 'replaced'],
      ['option', 'replaced'],
      ['edited', 'counts'],
    ]);
  });

  it('D2: knows rows that are not in force yet, and from their day on lets them decide', () => {
    const india = (now: Date) =>
      effectiveRows(BUILT_IN, now)
        .filter(({ row }) => row.region === 'IN')
        .map(({ row, state }) => [row.model, state]);
    expect(india(NOW)).toEqual([
      ['notice', 'counts'],
      ['opt-in', 'later'],
    ]);
    expect(india(new Date('2027-05-14T00:00:00Z'))).toEqual([
      ['notice', 'replaced'],
      ['opt-in', 'counts'],
    ]);
  });

  it('shows every row there is, also that of the EEA where each member has one of its own', () => {
    expect(effectiveRows(BUILT_IN, NOW)).toHaveLength(DEFAULT_JURISDICTION_OVERRIDES.length);
    const edited = EEA_COUNTRIES.map((region) => ({ region, model: 'opt-in' as const, law: '' }));
    const eea = effectiveRows({ ...BUILT_IN, edited }, NOW).find(({ row }) => row.region === 'EEA');
    expect(eea?.state).toBe('replaced');
  });

  it('D3: says of an unknown country that the fallback decides', () => {
    const found = explain({ ...BUILT_IN, fallback: 'none' }, { country: '' }, NOW);
    expect([found.model, found.reason, found.source]).toEqual(['none', 'fallback', null]);
  });
});
