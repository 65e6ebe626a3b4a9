import { GppModel } from '@iabgpp/cmpapi';
import { createTestConfig, resolveConsent, US_SECTIONS, usSection } from '@permesso/consent-core';
import { describe, expect, it } from 'vitest';

const config = createTestConfig({ jurisdiction: { country: 'US', model: 'opt-out' } });

type Section = Record<string, unknown>;

/** What IAB's own decoder reads of a visitor's string. */
function decoded(region: string | undefined, gpc: boolean) {
  const visitor = { ...resolveConsent(null, config, { gpc }), gpc };
  const { id, name, fields } = usSection(config, visitor, { mspa: 'opt-out', region })!;
  const written = new GppModel();
  for (const [field, value] of Object.entries(fields)) written.setFieldValue(name, field, value);
  const read = new GppModel(written.encode());
  return { id, ids: read.getSectionIds(), section: read.getSection(name) as Section, fields };
}

/** The states of IAB's list, by their sections' numbers. */
const STATES: [state: string, id: number][] = [
  ...['CA', 'VA', 'CO', 'UT', 'CT', 'FL', 'MT', 'OR', 'TX', 'DE', 'IA', 'NE', 'NH', 'NJ', 'TN', 'MN', 'MD'],
  ...['IN', 'KY', 'RI'],
].map((state, index) => [state, index + 8]);

describe.each(STATES)('the section of a state: %s', (state, id) => {
  it.each([
    [false, 2],
    [true, 1],
  ])('is read by the library’s decoder as it is meant: opted out %s', (gpc, optOut) => {
    const { ids, section } = decoded(`US-${state}`, gpc);
    expect(ids).toEqual([id]);
    const second = state === 'CA' ? 'SharingOptOut' : 'TargetedAdvertisingOptOut';
    expect(section).toMatchObject({
      SaleOptOutNotice: 1,
      SaleOptOut: optOut,
      [`${second}Notice`]: 1,
      [second]: optOut,
      MspaCoveredTransaction: 1,
      [id < 24 ? 'MspaOptOutOptionMode' : 'MspaMode']: 1,
    });
    if ('Gpc' in section) expect(section.Gpc).toBe(gpc);
  });

  it('says that all else does not apply, and leaves out no notice, opt-out or signal that it has', () => {
    const { section, fields } = decoded(`US-${state}`, true);
    const formal = ['Version', 'MspaVersion', 'GpcSegmentType', 'GpcSegmentIncluded'];
    const others = Object.entries(section).filter(
      ([name]) => !(name in fields) && !formal.includes(name) && !name.endsWith('SegmentIncluded'),
    );
    expect(others.flatMap(([, value]) => value).every((value) => value === 0)).toBe(true);
    expect(others.map(([name]) => name).filter((name) => !/Sensitive|Consent/.test(name))).toEqual([]);
  });
});

it('every section that is spoken is one that the library knows', () => {
  expect(US_SECTIONS.map(({ id }) => id)).toEqual([7, ...STATES.map(([, id]) => id)]);
  const model = new GppModel();
  for (const { name } of US_SECTIONS) model.setFieldValue(name, 'SaleOptOut', 1);
  expect([...new GppModel(model.encode()).getSectionIds()].sort((a, b) => a - b)).toEqual(
    US_SECTIONS.map(({ id }) => id),
  );
});
