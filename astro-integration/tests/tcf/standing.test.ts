import { createTestConfig } from '@permesso/consent-core';
import type { TcfAnswer } from '@permesso/consent-core/site';
import { describe, expect, it } from 'vitest';
import { createVendorList } from '../../../playground/vendors/src/vendor-list.ts';
import { refusedAll } from '../../src/tcf/choice.ts';
import { type DecisionName, keptStringLine, readKeptString } from '../../src/tcf/kept-string.ts';
import type { TcfTerms } from '../../src/tcf/options.ts';
import { type Decision, type Standing, standingOf } from '../../src/tcf/standing.ts';
import { decodeTcString } from './decoder.ts';

const terms: TcfTerms = {
  cmpId: 31,
  cmpVersion: 1,
  publisherCountryCode: 'DE',
  category: 'marketing',
  purposeOneTreatment: false,
  publisherRestrictions: [],
  hasNamedVendors: true,
};
const { cookie } = createTestConfig();
const decidedAt = Date.UTC(2026, 10, 25) / 1000;
const now = decidedAt * 1000;
const DAY = 86_400_000;

function answerWith(changes: Parameters<typeof createVendorList>[0] = {}, ids = [1, 2, 3, 5]): TcfAnswer {
  const { vendors, ...list } = createVendorList(changes);
  const some = Object.fromEntries(Object.entries(vendors).filter(([id]) => ids.includes(Number(id))));
  const providers = [{ id: 43, name: 'Fern', policyUrl: 'https://fern.example' }];
  const answer: Omit<TcfAnswer, 'texts'> = {
    list: { ...list, vendors: some },
    language: 'en',
    providers,
    locale: 'en',
    direction: 'ltr',
  };
  return answer as TcfAnswer;
}
const answer = answerWith();

const accepted: Decision = {
  decidedAt,
  isGranted: true,
  chosen: null,
  act: 'acceptAll',
  isWhole: false,
  before: null,
};
const elsewhere = { act: null };
const name: DecisionName = { consentId: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', decidedAt, isGranted: true };

const keptOf = (standing: Standing, of = name) =>
  readKeptString(`a=b; ${keptStringLine(name, standing, cookie, true).split('; ')[0]}`, of, cookie);

const decide = (
  decision: Partial<Decision>,
  kept: ReturnType<typeof keptOf> = null,
  by = answer,
  own = terms,
) => standingOf({ ...accepted, ...decision }, kept, by, own, now);

const all = decide({})!;
const vendorsOf = (standing: Standing | null) => standing && decodeTcString(standing.tcString).vendors;

describe('What vendors are told of a decision', () => {
  it('is what was kept of it, on a page that knows nothing else', () => {
    const kept = keptOf(all)!;
    expect(decide(elsewhere, kept)).toMatchObject({
      tcString: all.tcString,
      additionalConsent: '2~43~dv.',
    });
  });

  it('is nothing, so that the visitor is asked, where a grant has no string', () => {
    expect(decide(elsewhere)).toBeNull();
  });

  it('is a refusal where the category is refused, whatever is kept', () => {
    for (const kept of [null, keptOf(all)]) {
      const refused = decide({ isGranted: false, act: null }, kept)!;
      const { purposes, vendors, specialFeatures } = decodeTcString(refused.tcString);
      expect([purposes, vendors, specialFeatures]).toEqual([[], [], []]);
    }
  });

  it('discloses by a refusal of another page only whom its visitor was told of', () => {
    const refusal = { isGranted: false, act: 'rejectAll' as const };
    const earlier = { ...refusal, act: null };
    const refusedName = { ...name, isGranted: false };
    const keptRefusal = (standing: Standing) =>
      readKeptString(
        keptStringLine(refusedName, standing, cookie, true).split('; ')[0]!,
        refusedName,
        cookie,
      );
    const disclosedBy = (standing: Standing) => {
      const { disclosed, vendorInterests } = decodeTcString(standing.tcString);
      return [disclosed, vendorInterests, standing.additionalConsent];
    };
    const fewer = { ...answerWith({}, [1, 2]), providers: [] };
    const kept = keptRefusal(decide(refusal, null, fewer)!);
    const anew = decide(earlier, kept)!;
    expect(disclosedBy(anew)).toEqual([[1, 2], [], '2~~dv.']);
    expect(decide(earlier, keptRefusal(anew))!.tcString, 'it stays on the next page').toBe(anew.tcString);
    expect(keptRefusal(anew)).toEqual(decide(earlier, keptRefusal(anew)));
    expect(disclosedBy(decide(earlier)!), 'without a string').toEqual([[], [], '2~~dv.']);
    expect(disclosedBy(decide(refusal, kept)!), 'decided on this page').toEqual([
      [1, 2, 3, 5],
      [3],
      '2~~dv.43',
    ]);
  });

  it('is never what another decision has left', () => {
    for (const other of [
      { ...name, decidedAt: decidedAt + 1 },
      { ...name, consentId: '00000000-8b86-4d01-b42d-00cf4fc964ff' },
      { ...name, isGranted: false },
    ])
      expect(keptOf(all, other)).toBeNull();
  });

  it.each<[string, TcfAnswer, Partial<TcfTerms>, number]>([
    ['the policies are others', answerWith({ tcfPolicyVersion: 6 }), {}, 0],
    ['the site has a vendor more', answer, {}, 0],
    ['another consent manager asked', answer, { cmpId: 32 }, 0],
    ['it is older than 13 months', answer, {}, 396 * DAY],
  ])('is asked for again where %s', (_, by, own, later) => {
    const fewer = standingOf(accepted, null, answerWith({}, [1, 2, 3]), terms, now)!;
    const kept = by === answer && !own.cmpId && later === 0 ? keptOf(fewer) : keptOf(all);
    const told = standingOf({ ...accepted, ...elsewhere }, kept, by, { ...terms, ...own }, now + later);
    expect(told).toBeNull();
  });

  it('leaves vendors that join the whole list for the next decision', () => {
    const own = { ...terms, hasNamedVendors: false };
    const fewer = standingOf(accepted, null, answerWith({}, [1, 2, 3]), own, now)!;
    const next = answerWith({ vendorListVersion: 13 });
    expect(vendorsOf(decide(elsewhere, keptOf(fewer), next, own))).toEqual([1]);
  });

  it('keeps naming the list that it was given under', () => {
    const told = decide(elsewhere, keptOf(all), answerWith({ vendorListVersion: 13 }))!;
    expect(told.tcString).toBe(all.tcString);
    expect(decodeTcString(told.tcString).vendorListVersion).toBe(12);
  });

  it.each<[string, Partial<TcfTerms>, TcfAnswer]>([
    ['forbids something more', { publisherRestrictions: [{ purpose: 2, type: 'not-allowed' }] }, answer],
    ['works without a vendor', {}, answerWith({}, [1, 2, 3])],
    ['works without a vendor, by a newer list', {}, answerWith({ vendorListVersion: 13 }, [1, 2, 3])],
    ['works without a provider', {}, { ...answer, providers: [] }],
    ['names no vendors any more', { hasNamedVendors: false }, answer],
    ['asks for purpose 1 no longer', { purposeOneTreatment: true }, answer],
  ])('is asked for again where the site %s', (_, own, by) => {
    expect(decide(elsewhere, keptOf(all), by, { ...terms, ...own })).toBeNull();
  });

  it('is asked for again where a vendor may do by now what its visitors were told it must not', () => {
    const own = {
      ...terms,
      publisherRestrictions: [{ purpose: 2, type: 'not-allowed' as const, vendors: [5] }],
    };
    const kept = keptOf(decide({}, null, answer, own)!);
    expect(decide(elsewhere, kept, answer, own)).not.toBeNull();
    expect(decide(elsewhere, kept)).toBeNull();
  });

  it('is the same in whatever order restrictions and their vendors are written', () => {
    const one = { purpose: 2, type: 'not-allowed' as const, vendors: [5, 1] };
    const other = { purpose: 7, type: 'require-consent' as const };
    const kept = keptOf(decide({}, null, answer, { ...terms, publisherRestrictions: [one, other] })!);
    const turned = { ...terms, publisherRestrictions: [other, { ...one, vendors: [1, 5] }] };
    expect(decide(elsewhere, kept, answer, turned)).not.toBeNull();
  });

  it('of a choice that grants no category holds what was not objected to, and no consent', () => {
    const chosen = {
      ...refusedAll(),
      purposes: new Set([2]),
      vendors: new Set([1]),
      interests: new Set([7]),
    };
    const { purposes, vendors, interests } = decodeTcString(
      decide({ isGranted: false, chosen: { ...chosen, vendorInterests: new Set([2]) } })!.tcString,
    );
    expect([purposes, vendors, interests]).toEqual([[], [], [7]]);
  });

  describe('where it was saved with anything else', () => {
    const narrow = { ...refusedAll(), purposes: new Set([1]), vendors: new Set([1]) };
    const before = decide({ chosen: narrow })!;
    const saved = { act: 'save' as const, decidedAt: decidedAt + 60, before };

    it('stays the very string, with its day and its list', () => {
      expect(decide(saved)).toBe(before);
      expect(decide(saved, null, answerWith({ vendorListVersion: 13 }))).toBe(before);
    });

    it('is nothing where nobody has said anything of vendors, or has refused them', () => {
      const refused = decide({ act: 'rejectAll', isGranted: false })!;
      for (const earlier of [null, refused]) {
        const told = decide({ ...saved, before: earlier })!;
        const { purposes, interests, vendors } = decodeTcString(told.tcString);
        expect([purposes, interests, vendors]).toEqual([[], [], []]);
        expect(told.additionalConsent).toBe('2~~dv.43');
      }
    });

    it('ends with the category, and does not come back with it', () => {
      const off = decide({ ...saved, isGranted: false })!;
      expect(decodeTcString(off.tcString)).toMatchObject({ purposes: [], interests: [], vendors: [] });
      expect(vendorsOf(decide({ ...saved, before: off }))).toEqual([]);
    });

    it('keeps objections, and what was not objected to, where no consent was given', () => {
      const interests = { ...refusedAll(), interests: new Set([7]), vendorInterests: new Set([2]) };
      const earlier = decide({ chosen: interests, isGranted: false })!;
      expect(decide({ ...saved, isGranted: false, before: earlier })).toBe(earlier);
      const refused = decide({ isGranted: false, act: 'rejectAll', before: earlier }, keptOf(earlier))!;
      expect(decodeTcString(refused.tcString).interests).toEqual([]);
    });
  });

  it('is all where all was accepted, whatever held before', () => {
    const before = decide({ act: 'rejectAll', isGranted: false })!;
    expect(decide({ before })!.tcString).toBe(all.tcString);
    expect(decide({ act: null, isWhole: true, before })!.tcString).toBe(all.tcString);
  });

  it('is read from no cookie that is none', () => {
    for (const text of ['', 'pl-consent-tcf=', `pl-consent-tcf=${name.consentId}|${decidedAt}|1|x|2~43~dv.`])
      expect(readKeptString(text, name, cookie)).toBeNull();
  });
});
