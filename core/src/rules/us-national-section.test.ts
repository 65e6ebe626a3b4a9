import { describe, expect, it } from 'vitest';
import { createTestConfig } from '../contract/default-config.ts';
import { resolveConsent } from './resolve.ts';
import { usNationalSection } from './us-national-section.ts';

const config = createTestConfig({ jurisdiction: { country: 'US', model: 'opt-out' } });
const section = (gpc = false, of = config, cookie: Parameters<typeof resolveConsent>[0] = null) =>
  usNationalSection(of, { ...resolveConsent(cookie, of, { gpc }), gpc });

describe('the section of the United States', () => {
  it('tells that nobody has opted out who decided nothing, and has no signal', () => {
    expect(section()).toMatchObject({
      SaleOptOutNotice: 1,
      SaleOptOut: 2,
      SharingOptOut: 2,
      TargetedAdvertisingOptOut: 2,
      Gpc: false,
    });
  });

  it('tells of an opt-out by Global Privacy Control, whatever categories respect', () => {
    expect(section(true)).toMatchObject({ SaleOptOut: 1, SharingOptOut: 1, Gpc: true });
    const deaf = createTestConfig({
      ...config,
      categories: config.categories.map((category) => ({ ...category, respectGPC: false })),
    });
    expect(section(true, deaf)).toMatchObject({ SaleOptOut: 1, Gpc: true });
  });

  it('tells of an opt-out where part of advertising is refused', () => {
    const more = createTestConfig({
      ...config,
      categories: [
        ...config.categories,
        { ...config.categories.at(-1)!, key: 'ads', defaultInOptOut: false },
      ],
    });
    expect(section(false, more)).toMatchObject({ SaleOptOut: 1 });
  });

  it('says nothing of advertising where there is none, and nothing at all elsewhere', () => {
    const none = createTestConfig({
      ...config,
      categories: config.categories.filter(({ required }) => required),
    });
    expect(section(false, none)).toMatchObject({ SaleOptOutNotice: 0, SaleOptOut: 0, SharingNotice: 0 });
    expect(section(false, createTestConfig({ jurisdiction: { country: 'US', model: 'opt-in' } }))).toBeNull();
    expect(section(false, createTestConfig({ ...config, enabled: false }))).toBeNull();
  });

  it('says how the site takes part in the agreement of the states', () => {
    const visitor = { ...resolveConsent(null, config), gpc: false };
    const mspa = (mode: 'none' | 'opt-out' | 'service-provider') => {
      const said = usNationalSection(config, visitor, mode)!;
      return [said.MspaCoveredTransaction, said.MspaOptOutOptionMode, said.MspaServiceProviderMode];
    };
    expect([mspa('none'), mspa('opt-out'), mspa('service-provider')]).toEqual([
      [2, 0, 0],
      [1, 1, 2],
      [1, 2, 1],
    ]);
  });
});
