import { expect, it } from 'vitest';
import { textDifference } from './text-difference';

const told = (before: string, after: string) =>
  textDifference(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : `[${kind === 'added' ? '+' : '-'}${text}]`))
    .join('');

it('tells a change word by word', () => {
  expect(told('We keep it for 12 months.', 'We keep it for 36 months.')).toBe(
    'We keep it for [-12][+36] months.',
  );
});

it('tells another sentence whole, and what is around it by its words', () => {
  const before = 'We keep it for 12 months.\nYou may ask us for a copy of it.\nThe end';
  const after = 'We keep it for 36 months.\nNothing of all this leaves the country.\nThe end';
  expect(told('You may ask us for a copy of it.', 'Nothing of all this leaves the country.')).toBe(
    '[-You may ask us for a copy of it.][+Nothing of all this leaves the country.]',
  );
  expect(told(before, after)).toMatch(/The end$/);
});

it('leaves out what is the same far from a change', () => {
  const long = 'word '.repeat(200);
  const text = told(`${long}old ${long}`, `${long}new ${long}`);
  expect(text).toMatch(/^ … .*\[-old\]\[\+new\].* … $/);
  expect(text.length).toBeLessThan(200);
});

it('of texts that have nothing in common one stands in place of the other', () => {
  const of = (letter: string) => Array.from({ length: 3000 }, (_, n) => `${letter}${n}`).join(' ');
  expect(textDifference(of('a'), of('b')).map(({ kind }) => kind)).toEqual(['removed', 'added']);
});
