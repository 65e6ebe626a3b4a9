import { expect, it } from 'vitest';
import { VISIT_KINDS } from '../../../../scan/observe/observations';
import { type TextKey, text } from '../../texts';
import de from '../../translations/de.json';
import en from '../../translations/en.json';
import { visitText } from './visit-text';

const t = (key: TextKey, values: Record<string, string | number> = {}): string =>
  Object.entries(values).reduce(
    (said, [name, value]) => said.replace(`{${name}}`, String(value)),
    text(key).defaultMessage,
  );

it.each([
  ['no-choice', 'Without a choice'],
  ['category marketing', 'Grants marketing alone'],
  ['category from', 'Grants from alone'],
  ['service youtube from DE', 'Grants youtube alone, from DE'],
  ['gpc from US-CA', 'With Global Privacy Control, from US-CA'],
  ['a visit of a later scanner', 'a visit of a later scanner'],
])('says %s in words', (name, words) => {
  expect(visitText(t, name)).toBe(words);
});

it.each(VISIT_KINDS)('has words for the visit %s in every language', (kind) => {
  for (const texts of [en, de]) expect(texts).toHaveProperty([`scanner.visit.${kind}`]);
});
