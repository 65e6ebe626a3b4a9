import { expect, it } from 'vitest';
import type { TextKey } from '../../texts';
import en from '../../translations/en.json';
import { visitText } from './visit-text';

const t = (key: TextKey, values: Record<string, string | number> = {}): string =>
  Object.entries(values).reduce((text, [name, value]) => text.replace(`{${name}}`, String(value)), en[key]);

it.each([
  ['no-choice', 'Without a choice'],
  ['category marketing', 'Grants marketing alone'],
  ['category from', 'Grants from alone'],
  ['gpc from US-CA', 'With Global Privacy Control, from US-CA'],
  ['a visit of a later scanner', 'a visit of a later scanner'],
])('says %s in words', (name, words) => {
  expect(visitText(t, name)).toBe(words);
});
