import { TCString } from '@iabtechlabtcf/core';
import type { VendorList } from '@permesso/consent-core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createVendorList } from '../../../playground/vendors/src/vendor-list.ts';
import { encodeAdditionalConsent, readAdditionalConsent } from '../../src/tcf/additional-consent.ts';
import {
  CHOICE_PARTS,
  grantsCategory,
  offeredChoice,
  refusedAll,
  type TcfChoice,
  withoutConsents,
} from '../../src/tcf/choice.ts';
import { changesNothing, declaredPurposes, restrictionOn } from '../../src/tcf/legal-bases.ts';
import type { PublisherRestriction, TcfTerms } from '../../src/tcf/options.ts';
import { encodeTcString, readTcString } from '../../src/tcf/tc-string.ts';
import { decodeTcString } from './decoder.ts';

const terms: TcfTerms = {
  cmpId: 31,
  cmpVersion: 7,
  publisherCountryCode: 'DE',
  category: 'marketing',
  purposeOneTreatment: false,
  publisherRestrictions: [],
  hasNamedVendors: true,
};

/** As the CMS serves it: who has left is not there. */
function servedList(): VendorList {
  const { vendors, ...list } = createVendorList();
  const { 8: _, ...present } = vendors;
  return { ...list, vendors: present };
}
const list = servedList();
const shown = { list, language: 'de' };
const NOON = Date.UTC(2026, 10, 25, 12) / 1000;

const offer = (restrictions: PublisherRestriction[] = [], one = false) =>
  offeredChoice(list, [], { publisherRestrictions: restrictions, purposeOneTreatment: one });

const numbers = (ids: ReadonlySet<number>) => [...ids].sort((a, b) => a - b);

describe('What a choice is made of', () => {
  it('offers what vendors have declared, on the basis that they have declared', () => {
    const { purposes, interests, specialFeatures, vendors, vendorInterests } = offer();
    expect(numbers(purposes)).toEqual([1, 2, 3, 4]);
    expect(numbers(interests)).toEqual([2, 7, 8]);
    expect(numbers(specialFeatures)).toEqual([1]);
    expect(numbers(vendors)).toEqual([1, 5]);
    expect(numbers(vendorInterests)).toEqual([1, 2]);
  });

  it.each<[string, PublisherRestriction, Partial<Record<keyof TcfChoice, number[]>>]>([
    ['forbids a purpose', { purpose: 2, type: 'not-allowed' }, { purposes: [1, 3, 4], interests: [7, 8] }],
    [
      'asks consent of vendors that are flexible, and takes the purpose from those that are not',
      { purpose: 7, type: 'require-consent' },
      { purposes: [1, 2, 3, 4, 7], interests: [2, 8], vendorInterests: [1, 2] },
    ],
    [
      'takes consent where a legitimate interest is asked for and was not declared',
      { purpose: 2, type: 'require-legitimate-interest' },
      { purposes: [1, 3, 4], interests: [2, 7, 8], vendors: [1, 5] },
    ],
    [
      'leaves vendors that it does not name',
      { purpose: 7, type: 'not-allowed', vendors: [1] },
      { interests: [2, 7, 8], vendorInterests: [1, 2] },
    ],
    [
      'never makes a legitimate interest of what the policies forbid',
      { purpose: 3, type: 'require-legitimate-interest' },
      { purposes: [1, 2, 4], interests: [2, 7, 8] },
    ],
  ])('%s', (_, restriction, expected) => {
    const offered = offer([restriction]);
    for (const [part, ids] of Object.entries(expected)) {
      expect(numbers(offered[part as keyof TcfChoice]), part).toEqual(ids);
    }
  });

  it('does not ask for purpose 1 where the law of the publisher does not', () => {
    expect(numbers(offer([], true).purposes)).toEqual([2, 3, 4]);
  });

  it('grants the category only with a vendor that may store something', () => {
    const all = offer();
    expect(grantsCategory(all, terms)).toBe(true);
    expect(grantsCategory(refusedAll(), terms)).toBe(false);
    expect(grantsCategory(withoutConsents(all), terms)).toBe(false);
    expect(grantsCategory({ ...all, purposes: new Set([2]) }, terms)).toBe(false);
    expect(grantsCategory({ ...all, vendors: new Set() }, terms)).toBe(false);
    expect(grantsCategory({ ...all, purposes: new Set([2]) }, { purposeOneTreatment: true })).toBe(true);
  });
});

describe('The consent string', () => {
  it('says who asked, how and when, as another reader reads it', () => {
    const text = encodeTcString(offer(), shown, terms, NOON);
    expect(decodeTcString(text)).toMatchObject({
      version: 2,
      created: new Date('2026-11-25T00:00:00Z'),
      lastUpdated: new Date('2026-11-25T00:00:00Z'),
      cmpId: 31,
      cmpVersion: 7,
      consentLanguage: 'DE',
      vendorListVersion: 12,
      policyVersion: 5,
      isServiceSpecific: true,
      useNonStandardTexts: false,
      purposeOneTreatment: false,
      publisherCountryCode: 'DE',
      purposes: [1, 2, 3, 4],
      interests: [2, 7, 8],
      specialFeatures: [1],
      vendors: [1, 5],
      vendorInterests: [1, 2, 3],
      restrictions: [],
      disclosed: [1, 2, 3, 5],
    });
  });

  it('of a refusal grants nothing, and tells of those whom nobody could refuse', () => {
    expect(decodeTcString(encodeTcString(refusedAll(), shown, terms, NOON))).toMatchObject({
      purposes: [],
      interests: [],
      specialFeatures: [],
      vendors: [],
      vendorInterests: [3],
      disclosed: [1, 2, 3, 5],
    });
  });

  it('carries the restrictions of the publisher for vendors that have such a purpose', () => {
    const publisherRestrictions: PublisherRestriction[] = [
      { purpose: 7, type: 'require-consent' },
      { purpose: 4, type: 'not-allowed', vendors: [1, 2] },
    ];
    const all = offer(publisherRestrictions);
    const text = encodeTcString(all, shown, { ...terms, publisherRestrictions }, NOON);
    const { restrictions, purposes, vendors, interests } = decodeTcString(text);
    expect(restrictions.sort((a, b) => a.purpose - b.purpose || a.type - b.type)).toEqual([
      { purpose: 4, type: 0, vendors: [1] },
      // Not flexible: such a vendor must not do it at all.
      { purpose: 7, type: 0, vendors: [2] },
      { purpose: 7, type: 1, vendors: [1] },
    ]);
    expect(purposes).toEqual([1, 2, 3, 7]);
    expect(interests).toEqual([2, 8]);
    expect(vendors).toEqual([1, 5]);
  });

  /** As many vendors as the real list has, with gaps between their numbers; who does what differs from one to the next. */
  function longList(): VendorList {
    const { 1: model } = list.vendors;
    const ids = Array.from({ length: 1000 }, (_, i) => i + 1 + Math.floor(i / 5));
    const vendors = ids.map((id) => ({
      ...model!,
      id,
      purposes: [1, 2, 3, 4, 7].filter((purpose) => (id * 7 + purpose) % 5 > 1),
      legIntPurposes: [8, 9, 10].filter((purpose) => (id * 7 + purpose) % 3 > 0),
      flexiblePurposes: [8, 9, 10],
      specialPurposes: [1],
    }));
    return { ...list, vendors: Object.fromEntries(vendors.map((vendor) => [vendor.id, vendor])) };
  }

  it('stays short enough for a cookie, whatever of a thousand vendors is restricted for all of them', () => {
    const long = longList();
    const publisherRestrictions: PublisherRestriction[] = [
      ...[2, 3, 4, 7].map((purpose) => ({ purpose, type: 'not-allowed' as const })),
      ...[8, 9, 10].map((purpose) => ({ purpose, type: 'require-consent' as const })),
    ];
    const own = { ...terms, publisherRestrictions };
    const choice = offeredChoice(long, [], own);
    const text = encodeTcString(choice, { list: long, language: 'en' }, own, NOON);
    const { restrictions } = decodeTcString(text);
    expect(restrictions).toHaveLength(7);
    for (const { purpose, vendors } of restrictions) {
      const declared = Object.values(long.vendors).filter(({ purposes, legIntPurposes }) =>
        [...purposes, ...legIntPurposes].includes(purpose),
      );
      expect(declared.filter(({ id }) => !vendors.includes(id))).toEqual([]);
    }
    const free = encodeTcString(choice, { list: long, language: 'en' }, terms, NOON);
    expect(text.length - free.length).toBeLessThan(100);
    expect(text.length).toBeLessThan(1200);
  });

  const ids = (most: number) =>
    fc.uniqueArray(fc.integer({ min: 1, max: most })).map((some) => new Set(some));
  const anyChoice: fc.Arbitrary<TcfChoice> = fc.record({
    purposes: ids(24),
    interests: ids(24),
    specialFeatures: ids(12),
    vendors: ids(300),
    vendorInterests: ids(300),
    providers: ids(50),
  });
  const anyRestrictions: fc.Arbitrary<PublisherRestriction[]> = fc.array(
    fc.record(
      {
        purpose: fc.integer({ min: 1, max: 11 }),
        type: fc.constantFrom('not-allowed', 'require-consent', 'require-legitimate-interest'),
        vendors: fc.array(fc.integer({ min: 1, max: 9 })),
      },
      { requiredKeys: ['purpose', 'type'] },
    ),
    { maxLength: 4 },
  );

  it('never says more than was chosen, nor more than is offered, whatever the choice and the restrictions', () => {
    fc.assert(
      fc.property(anyChoice, anyRestrictions, fc.boolean(), (choice, publisherRestrictions, one) => {
        const own = { ...terms, publisherRestrictions, purposeOneTreatment: one };
        const text = encodeTcString(choice, shown, own, NOON);
        const decoded = decodeTcString(text);
        const offered = offeredChoice(list, [], own);
        for (const part of CHOICE_PARTS) {
          if (part === 'providers') continue;
          const unasked = part === 'vendorInterests' ? [3] : [];
          const allowed = [...choice[part]].filter((id) => offered[part].has(id));
          expect(decoded[part].filter((id) => !unasked.includes(id))).toEqual(numbers(new Set(allowed)));
        }
        expect(decoded.disclosed).toEqual([1, 2, 3, 5]);
        expect(decoded.purposeOneTreatment).toBe(one);
        const model = TCString.decode(text);
        expect([...model.vendorConsents].filter(([, on]) => on).map(([id]) => id)).toEqual(decoded.vendors);
        expect([...model.purposeConsents].filter(([, on]) => on).map(([id]) => id)).toEqual(decoded.purposes);
        const read = readTcString(text);
        expect(read).toMatchObject({ cmpId: 31, policyVersion: 5, vendorListVersion: 12 });
        expect(numbers(read!.choice.vendors)).toEqual(decoded.vendors);
        expect(numbers(read!.disclosed)).toEqual(decoded.disclosed);
      }),
    );
  });

  it('restricts each vendor as the publisher has it, once for a purpose, and changes nothing for anybody else', () => {
    const purposes = fc.uniqueArray(fc.integer({ min: 2, max: 5 }), { maxLength: 4 });
    const anyVendors = fc.array(fc.record({ declared: purposes, interest: purposes, flexible: purposes }), {
      minLength: 1,
      maxLength: 30,
    });
    const TYPES = ['not-allowed', 'require-consent', 'require-legitimate-interest'] as const;
    const some = anyRestrictions.map((all) => all.map((one) => ({ ...one, purpose: 2 + (one.purpose % 4) })));
    fc.assert(
      fc.property(anyVendors, some, (made, publisherRestrictions) => {
        const vendors = made.map(({ declared, interest, flexible }, i) => ({
          ...list.vendors[1]!,
          id: 1 + 2 * i,
          purposes: declared,
          legIntPurposes: interest.filter((purpose) => !declared.includes(purpose)),
          flexiblePurposes: flexible,
        }));
        const own = { ...list, vendors: Object.fromEntries(vendors.map((vendor) => [vendor.id, vendor])) };
        const text = encodeTcString(
          refusedAll(),
          { list: own, language: 'en' },
          { ...terms, publisherRestrictions },
          NOON,
        );
        const { restrictions } = decodeTcString(text);
        for (const vendor of vendors) {
          for (const purpose of [2, 3, 4, 5]) {
            const said = restrictions.filter(
              (one) => one.purpose === purpose && one.vendors.includes(vendor.id),
            );
            expect(said.length).toBeLessThan(2);
            const type = said[0] && TYPES[said[0].type]!;
            const wanted = declaredPurposes(vendor).includes(purpose)
              ? restrictionOn(vendor, purpose, publisherRestrictions)
              : null;
            if (wanted) expect(type).toBe(wanted);
            else if (type) expect(changesNothing(type, vendor, purpose)).toBe(true);
          }
        }
      }),
    );
  });

  it('is read from nothing that is none', () => {
    for (const text of ['', 'x', 'not a string', '....', 'BOEFEAyOEFEAyAHABDENAI4AAAB9vABAASA'])
      expect(readTcString(text)?.disclosed.size ?? 0).toBe(0);
    expect(readTcString('not a string')).toBeNull();
  });
});

describe("Google's Additional Consent", () => {
  it('names who has consent, and behind them who was told of', () => {
    expect(encodeAdditionalConsent(new Set([89, 7]), [43, 89, 1])).toBe('2~89~dv.1.43');
    expect(encodeAdditionalConsent(new Set(), [43, 89])).toBe('2~~dv.43.89');
    expect(encodeAdditionalConsent(new Set([43]), [43])).toBe('2~43~dv.');
  });

  it('is read as it was written, and from nothing else', () => {
    const some = fc.uniqueArray(fc.integer({ min: 1, max: 9999 }));
    fc.assert(
      fc.property(some, some, (granted, told) => {
        const read = readAdditionalConsent(encodeAdditionalConsent(new Set(granted), told));
        expect(read?.told).toEqual(new Set(told));
        expect(read?.granted).toEqual(new Set(told.filter((id) => granted.includes(id))));
      }),
    );
    for (const text of ['', '1~1.2', '2~1.2', '2~1~dv', '2~1.~dv.2', '2~a~dv.1'])
      expect(readAdditionalConsent(text), text).toBeNull();
  });
});
