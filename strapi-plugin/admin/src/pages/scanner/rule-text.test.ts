import { expect, it } from 'vitest';
import { RULES } from '../../../../scan/rules';
import { type TextKey, text } from '../../texts';
import de from '../../translations/de.json';
import { expectationText } from './rule-text';

it.each(RULES.map(({ number, expects }) => [number, expects]))(
  'has words for what %s expects',
  (number, expects) => {
    expect(expectationText((key: TextKey) => text(key).defaultMessage, number)).toBe(expects);
    expect(de).toHaveProperty([`scanner.expects.${number}`]);
  },
);

it('knows none of a rule that is not there yet', () => {
  expect(expectationText((key: TextKey) => text(key).defaultMessage, 'C999')).toBeNull();
});
