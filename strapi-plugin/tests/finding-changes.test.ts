import { describe, expect, it } from 'vitest';
import { type FollowedFinding, follow, type KnownFinding } from '../server/src/scan/finding-changes';
import { reportFinding, SITE, scanReport } from './support/scan-report';

const FOUND = reportFinding({ severity: 'moderate' });
const MILDER = reportFinding({ severity: 'minor' });
const GRAVER = reportFinding({ severity: 'serious' });
const DAY = 86_400_000;

const knownFinding = (changes: Partial<KnownFinding> = {}): KnownFinding => ({
  findingId: FOUND.id,
  state: 'open',
  reported: FOUND,
  models: { 'no-choice': 'opt-in' },
  declared: true,
  settledAt: null,
  ...changes,
});

const told = (all: FollowedFinding[]) => all.map(({ change, state }) => [change, state]);
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds);

describe('a finding that a run sees', () => {
  it.each<[string, KnownFinding[], [string, string]]>([
    ['for the first time', [], ['new', 'open']],
    ['again', [knownFinding()], ['known', 'open']],
    ['after it was gone', [knownFinding({ state: 'gone' })], ['returned', 'open']],
    ['after it was settled', [knownFinding({ state: 'settled', settledAt: ago(DAY) })], ['returned', 'open']],
    [
      'that was settled while the run was under way',
      [knownFinding({ state: 'settled', settledAt: ago(-1000) })],
      ['known', 'settled'],
    ],
    [
      'that is graver than it was when it was settled, while the run was under way',
      [knownFinding({ state: 'settled', settledAt: ago(-1000), reported: MILDER })],
      ['returned', 'open'],
    ],
    [
      'that is graver than the one that is ignored',
      [knownFinding({ state: 'ignored', reported: MILDER })],
      ['returned', 'open'],
    ],
    ['that has become graver', [knownFinding({ reported: MILDER })], ['known', 'open']],
    [
      'that is milder than the one that is ignored',
      [knownFinding({ state: 'ignored', reported: GRAVER })],
      ['known', 'ignored'],
    ],
    ['while it is ignored', [knownFinding({ state: 'ignored' })], ['known', 'ignored']],
  ])('%s', (_when, known, expected) => {
    expect(told(follow(scanReport([FOUND]), known))).toEqual([expected]);
  });

  it('is one, however often the report has it', () => {
    expect(told(follow(scanReport([FOUND, FOUND]), []))).toEqual([['new', 'open']]);
  });
});

describe('a finding that a run does not see', () => {
  it.each<[string, Partial<KnownFinding>]>([
    ['is gone', {}],
    ['is gone where it was settled before', { state: 'settled', settledAt: ago(DAY) }],
  ])('%s', (_what, changes) => {
    expect(told(follow(scanReport([]), [knownFinding(changes)]))).toEqual([['gone', 'gone']]);
  });

  const visits = (changes: object) => scanReport([]).visits.map((visit) => ({ ...visit, ...changes }));
  it.each<[string, Parameters<typeof scanReport>[1], Partial<KnownFinding>]>([
    ['it is gone already', {}, { state: 'gone' }],
    ['it is ignored, and its day is still to come', {}, { state: 'ignored' }],
    ['the visit was judged by another law', { visits: visits({ model: 'opt-out' }) }, {}],
    ['the report leaves findings out', { findingsLeftOut: 1 }, {}],
    ['it was settled after the run began', {}, { state: 'settled', settledAt: ago(-1000) }],
    ['the run did not make that visit', { visits: visits({ name: 'accept' }) }, {}],
    ['the visit broke off', { visits: visits({ complete: false }) }, {}],
    ['the page was not visited', { visits: visits({ pages: [`${SITE}about`] }) }, {}],
    ['nothing was declared to the run', { declared: null }, {}],
    ['no banner was looked at', { banner: null }, { models: { banner: 'opt-in' } }],
  ])('stays what it is where %s', (_why, report, changes) => {
    const followed = follow(scanReport([], report), [knownFinding(changes)]);
    expect(followed.find(({ findingId }) => findingId === FOUND.id)).toBeUndefined();
  });

  it('is gone without a visit of its own, where it was about what is declared', () => {
    const known = knownFinding({ models: { declared: 'opt-in' } });
    expect(told(follow(scanReport([]), [known]))).toEqual([['gone', 'gone']]);
  });
});
