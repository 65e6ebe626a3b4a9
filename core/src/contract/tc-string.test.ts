import { describe, expect, it } from 'vitest';
import { RECORD_BYTES } from './record-size.ts';
import { isTcString, TC_STRING_LETTERS } from './tc-string.ts';

describe('a consent string in a record', () => {
  it.each(['CQbGaMAQbGaMAAfABBENAXEgAAAA', 'CQbGaMAQ.IFukA', 'CQ-_.I1.Qk.Y0', 'C'.repeat(TC_STRING_LETTERS)])(
    'may be %.30s',
    (text) => {
      expect(isTcString(text)).toBe(true);
    },
  );

  it.each([
    ['nothing', ''],
    ['standard base64', 'CQ+/='],
    ['an empty segment', 'CQ..IF'],
    ['a segment too many', 'CQ.a.b.c.d'],
    ['a space', 'CQ IF'],
    ['markup', '<b>CQ</b>'],
    ['more letters than a record has room for', 'C'.repeat(TC_STRING_LETTERS + 1)],
  ])('is not %s', (_, text) => {
    expect(isTcString(text)).toBe(false);
  });

  it('leaves room for a record of as much as one may say', () => {
    expect(TC_STRING_LETTERS).toBeLessThan(RECORD_BYTES);
  });
});
