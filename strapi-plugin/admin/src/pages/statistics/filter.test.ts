import { expect, it } from 'vitest';
import { comparedWith, narrowedTo, queryOf, spanOf, toldSpan } from './filter';

const now = Date.parse('2026-03-31T10:00:00Z');

it('shows the last thirty days where nobody has chosen any, and ends today', () => {
  expect(spanOf({}, now)).toEqual({ from: '2026-03-02', to: '2026-03-31' });
  expect(spanOf({ to: '2025-03-30' }, now)).toEqual({ from: '2025-03-01', to: '2025-03-30' });
  expect(spanOf({ from: '2026-01-01' }, now)).toEqual({ from: '2026-01-01', to: '2026-03-31' });
});

it('compares with the span before, a year before, any other, or another release', () => {
  const span = { from: '2026-03-01', to: '2026-03-31', country: 'DE' };
  const compared = (more: object) => comparedWith({ ...span, ...more }, []);
  expect(compared({ against: 'before' })).toMatchObject({
    from: '2026-01-29',
    to: '2026-02-28',
    country: 'DE',
  });
  expect(compared({ against: 'year' })).toMatchObject({ from: '2025-03-01', to: '2025-03-31' });
  const other = { against: 'span', againstFrom: '2024-01-01', againstTo: '2024-02-01' };
  expect(compared(other)).toMatchObject({ from: '2024-01-01', to: '2024-02-01' });
  expect(compared({ ...other, againstTo: 'soon' })).toBeNull();
  expect(compared({ against: 'release:0a1b2c3d' })).toMatchObject({ ...span, release: '0a1b2c3d' });
  expect(compared({})).toBeNull();
});

it('compares as many whole months with each other where a span is told by them', () => {
  const span = { from: '2026-01-15', to: '2026-05-10', country: 'DE' };
  expect(toldSpan(span)).toEqual({ from: '2026-01-01', to: '2026-05-31', grain: 'month' });
  const compared = (more: object) => comparedWith({ ...span, ...more }, releases);
  expect(compared({ against: 'before' })).toEqual({
    ...{ against: 'before', country: 'DE' },
    ...{ from: '2025-08-01', to: '2025-12-31' },
  });
  expect(compared({ against: 'year' })).toMatchObject({ from: '2025-01-01', to: '2025-05-31' });
  const ofLeapYear = { from: '2023-10-01', to: '2024-02-29', against: 'year' };
  expect(compared(ofLeapYear)).toMatchObject({ from: '2022-10-01', to: '2023-02-28' });
  expect(compared({ against: 'release:aaaaaaaa' })).toMatchObject({ from: '2025-01-01', to: '2025-05-31' });
  expect(toldSpan({ from: '2026-01-15', to: 'soon' })).toMatchObject({ from: '2026-01-15', to: 'soon' });
});

const release = (number: number, date: string, policyVersion: string) => ({
  ...{ number, date, policyVersion, note: null, restores: null },
});
const releases = [
  release(5, '2026-04-10', 'eeeeeeee'),
  release(4, '2026-03-20', 'dddddddd'),
  release(3, '2026-02-01', 'cccccccc'),
  release(2, '2025-06-01', 'bbbbbbbb'),
  release(1, '2025-01-01', 'cccccccc'),
  release(0, '2025-01-01', 'aaaaaaaa'),
];

it('narrows to a release that was not in force in the shown days with days of its own, unless somebody chose days', () => {
  expect(narrowedTo('eeeeeeee', {}, releases)).toEqual({ release: 'eeeeeeee' });
  expect(narrowedTo('bbbbbbbb', {}, releases)).toEqual({
    release: 'bbbbbbbb',
    from: '2025-06-01',
    to: '2025-06-30',
  });
  expect(narrowedTo('bbbbbbbb', { from: '2026-01-01' }, releases)).toEqual({
    release: 'bbbbbbbb',
    from: '2026-01-01',
  });
  const narrowed = narrowedTo('bbbbbbbb', {}, releases);
  expect(narrowedTo('eeeeeeee', narrowed, releases), 'then to another').toEqual({ release: 'eeeeeeee' });
  expect(narrowedTo('aaaaaaaa', narrowed, releases)).toMatchObject({ from: '2025-01-01', to: '2025-01-30' });
  expect(narrowedTo(undefined, narrowed, releases), 'then to none').toEqual({});
});

it('compares with a release over the same days where it was in force in them, else from its own first day on', () => {
  const span = { from: '2026-03-01', to: '2026-03-31' };
  const against = (version: string) => comparedWith({ ...span, against: `release:${version}` }, releases);
  expect(against('dddddddd'), 'came out in them').toMatchObject(span);
  expect(against('cccccccc'), 'in force when they began').toMatchObject(span);
  expect(against('bbbbbbbb')).toMatchObject({ from: '2025-06-01', to: '2025-07-01', release: 'bbbbbbbb' });
  expect(against('eeeeeeee')).toMatchObject({ from: '2026-04-10', to: '2026-05-10' });
  expect(against('of no release')).toMatchObject(span);
});

it('asks the server for nothing that it does not take', () => {
  const filter = {
    from: '2026-03-01',
    to: '2026-03-02',
    country: 'DE',
    figure: 'shown',
    against: 'year',
    by: 'device',
  };
  expect(queryOf(filter)).toBe('from=2026-03-01&to=2026-03-02&country=DE');
});
