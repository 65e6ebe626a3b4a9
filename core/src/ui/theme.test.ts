import { tokenize } from '@csstools/css-tokenizer';
import { expect, it } from 'vitest';
import { themeProblem, themeStyle } from './theme.ts';

it.each([
  ['"Gill Sans, serif', '"'],
  ["Gill Sans', serif", "'"],
  ['"Gill\nSans", serif', '"'],
  ['light-dark(#7a2e5d, rgb(1 2 3)', '('],
  ['light-dark(#7a2e5d, #f0a6d0))', ')'],
  ['([)]', '('],
])('refuses the value %j, whose %s would take in what follows, and says what to change', (value, sign) => {
  expect(themeProblem({ '--consent-font-family': value })).toBe(
    `"--consent-font-family" is ${JSON.stringify(value)}; its ${sign} stands alone: write the other one of the pair, or take it out`,
  );
});

it.each(['"Wallace \'s (", serif', "'a\"b'", 'light-dark(rgb(1 2 3), [a (b)])', '0'])('takes %j', (value) => {
  expect(themeProblem({ '--consent-font-family': value })).toBeNull();
});

it('writes letters of other alphabets so that they mean the same in ASCII', () => {
  const value = '"Größe 明朝𝔄1", Straße';
  const style = themeStyle({ '--consent-font-family': value });
  expect(style).toMatch(/^[\0-\x7f]*$/);
  const meant = (css: string) => tokenize({ css }).map(([type, , , , data]) => [type, data]);
  expect(meant(style)).toEqual(meant(`:root{--consent-font-family:${value}}`));
});
