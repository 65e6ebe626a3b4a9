import { createIntl } from 'react-intl';
import { expect, it } from 'vitest';
import { text } from '../../texts';
import { marksOf } from './marks';
import { namesOfReleases } from './value-names';

const intl = createIntl({ locale: 'en', onError: () => {} });
const texts = {
  intl,
  t: (key: Parameters<typeof text>[0], values?: Record<string, string | number>) =>
    intl.formatMessage(text(key), values),
};

const none = { shown: 0, answered: 0, decisions: 0, accepted: 0, refused: 0, partial: 0 };
const period = (date: string) => ({ date, ...none, categories: {}, services: {} });
const release = (number: number, date: string, policyVersion: string, rest: object = {}) => ({
  ...{ number, date, policyVersion, note: null, restores: null },
  ...rest,
});
const releases = [
  release(4, '2026-03-01', 'aaaaaaaa'),
  release(5, '2026-03-02', 'bbbbbbbb', { note: 'Spring' }),
  release(6, '2026-03-02', 'aaaaaaaa', { restores: 4, note: 'x'.repeat(200) }),
];

it('marks each release on its day, also one that takes back to what there was before', () => {
  const periods = [period('2026-03-01'), period('2026-03-02')];
  const marks = marksOf({ grain: 'day', periods, releases, findings: [] }, texts);
  expect(marks.map(({ at, text, to }) => [at, text, to])).toEqual([
    [0, 'Mar 1, 2026: release 4', '/plugins/consent/releases/4'],
    [1, 'Mar 2, 2026: release 5 – Spring', '/plugins/consent/releases/5'],
    [1, `Mar 2, 2026: release 6, back to 4 – ${'x'.repeat(80)}…`, '/plugins/consent/releases/6'],
  ]);
  expect(new Set(marks.map(({ key }) => key)).size).toBe(3);
});

it('marks months, what scans found, and nothing outside of what is shown', () => {
  const findings = [{ date: '2026-03-09', found: 2, messages: [] }];
  const statistics = { grain: 'month' as const, periods: [period('2026-03')], findings };
  const elsewhere = release(7, '2026-04-01', 'cccccccc');
  const marks = marksOf({ ...statistics, releases: [...releases, elsewhere] }, texts);
  expect(marks.map(({ kind, at }) => [kind, at])).toEqual([
    ['release', 0],
    ['release', 0],
    ['release', 0],
    ['finding', 0],
  ]);
});

it('calls what decisions are told apart by after all the releases that visitors were served it by', () => {
  const nameOf = namesOfReleases([...releases].reverse(), intl);
  expect(nameOf('aaaaaaaa')).toBe('4, 6 (Mar 2, 2026)');
  expect(nameOf('bbbbbbbb')).toBe('5 (Mar 2, 2026)');
  expect(nameOf('dddddddd')).toBe('dddddddd');
  const many = [9, 8, 7, 6, 5].map((number) => release(number, '2026-03-02', 'aaaaaaaa'));
  expect(namesOfReleases(many, intl)('aaaaaaaa')).toBe('… 7, 8, 9 (Mar 2, 2026)');
});
