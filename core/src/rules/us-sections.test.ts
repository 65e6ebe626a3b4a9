import { describe, expect, it } from 'vitest';
import { createTestConfig } from '../contract/default-config.ts';
import { decide } from './decide.ts';
import { resolveConsent } from './resolve.ts';
import { usNationalSection, usSection } from './us-sections.ts';

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

  it('tells of an opt-out where a service that was refused by name has come to advertising that was granted', () => {
    const services = { map: 'analytics' };
    const decided = createTestConfig({ ...config, services, reconsent: { ...config.reconsent, on: [] } });
    const resolved = resolveConsent(null, decided);
    const { cookie } = decide(resolved, decided, 'accept-all')!;
    const refused = { ...cookie, x: { map: 0 as const } };
    expect(section(false, decided, refused)).toMatchObject({ SaleOptOut: 2 });
    const moved = { ...decided, services: { map: 'marketing' } };
    expect(section(false, moved, refused)).toMatchObject({ SaleOptOut: 1, TargetedAdvertisingOptOut: 1 });
    const visitor = { ...resolveConsent(refused, moved), gpc: false };
    expect(usSection(moved, visitor, { region: 'US-CA' })?.fields).toMatchObject({ SaleOptOut: 1 });
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

describe('the section of a visitor’s state', () => {
  const of = (region?: string, gpc = false, to = config) =>
    usSection(to, { ...resolveConsent(null, to, { gpc }), gpc }, { mspa: 'service-provider', region });

  it('is that of the state where it has one, in its own fields', () => {
    expect(of('US-CA')).toEqual({
      id: 8,
      name: 'usca',
      fields: {
        SaleOptOutNotice: 1,
        SaleOptOut: 2,
        SharingOptOutNotice: 1,
        SharingOptOut: 2,
        MspaCoveredTransaction: 1,
        MspaOptOutOptionMode: 2,
        MspaServiceProviderMode: 1,
        Gpc: false,
      },
    });
    expect(of('US-KY', true)).toEqual({
      id: 26,
      name: 'usky',
      fields: {
        ProcessingNotice: 1,
        SaleOptOutNotice: 1,
        SaleOptOut: 1,
        TargetedAdvertisingOptOutNotice: 1,
        TargetedAdvertisingOptOut: 1,
        MspaCoveredTransaction: 1,
        MspaMode: 2,
      },
    });
  });

  it.each([undefined, 'US-OH', 'US-constructor', 'CA-QC', 'CO-CA', 'US'])(
    'is the national one elsewhere: %s',
    (region) => {
      const visitor = { ...resolveConsent(null, config), gpc: false };
      expect(of(region)).toEqual({
        id: 7,
        name: 'usnat',
        fields: usNationalSection(config, visitor, 'service-provider'),
      });
    },
  );

  it('is none where the law asks for consent first', () => {
    const strict = createTestConfig({ jurisdiction: { country: 'US', model: 'opt-in' } });
    expect([of('US-CA', false, strict), of('US-OH', false, strict)]).toEqual([null, null]);
  });
});
