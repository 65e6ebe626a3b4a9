import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { utf8Text } from './encoding';
import {
  canonicalBytes,
  logEntry,
  newSalt,
  parseLogEntry,
  sealedBytes,
  sealedContent,
  sealedItem,
} from './sealed-item';

const ITEM = {
  kind: 'record' as const,
  salt: 'AAAAAAAAAAAAAAAAAAAAAA',
  content: { consentId: 'c', decisions: { marketing: false, analytics: true } },
};

describe('what is sealed', () => {
  it('is canonical JSON, and the entry commits to its SHA-256', () => {
    const text =
      '{"content":{"consentId":"c","decisions":{"analytics":true,"marketing":false}},"kind":"record",' +
      '"salt":"AAAAAAAAAAAAAAAAAAAAAA","type":"permesso/sealed/v1"}';
    expect(utf8Text(sealedBytes(ITEM))).toBe(text);
    const commitment = createHash('sha256').update(text).digest('base64');
    expect(utf8Text(logEntry(ITEM))).toBe(`permesso/entry/v1 record ${commitment}`);
    expect(parseLogEntry(logEntry(ITEM))).toEqual({
      kind: 'record',
      commitment: Buffer.from(commitment, 'base64'),
    });
  });

  it('is another with another kind, salt or content', () => {
    const entries = [
      ITEM,
      { ...ITEM, kind: 'erasure' as const },
      { ...ITEM, salt: newSalt() },
      { ...ITEM, content: { ...ITEM.content, consentId: 'd' } },
    ].map((item) => utf8Text(logEntry(item)));
    expect(new Set(entries).size).toBe(4);
  });

  it('does not depend on the order of members, nor on what is empty', () => {
    const { decisions, consentId } = ITEM.content;
    const same = sealedContent({ region: null, decisions: { ...decisions, country: undefined }, consentId });
    expect(logEntry({ ...ITEM, content: same })).toEqual(logEntry(ITEM));
    expect(sealedContent({ at: new Date(0), list: [null, 1], deep: { none: null } })).toEqual({
      at: '1970-01-01T00:00:00.000Z',
      list: [null, 1],
      deep: {},
    });
  });

  it('comes back from its bytes, whatever it holds', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()), (content) => {
        // JSON has no minus zero.
        const item = { ...ITEM, content: JSON.parse(JSON.stringify(content)) };
        expect(sealedItem(sealedBytes(item))).toEqual(item);
      }),
    );
  });

  it.each([
    ['spaces', (text: string) => text.replace(':', ': ')],
    [
      'another order',
      (text: string) => text.replace('"salt":"AAAAAAAAAAAAAAAAAAAAAA",', '').replace('{', '{"salt":"A",'),
    ],
    ['a member twice', (text: string) => text.replace('"kind":"record"', '"kind":"record","kind":"record"')],
    ['another type', (text: string) => text.replace('sealed/v1', 'sealed/v2')],
    ['an unknown kind', (text: string) => text.replace('"record"', '"recording"')],
    [
      'a list for its content',
      (text: string) => text.replace(/"content":\{.*\},"kind"/, '"content":[],"kind"'),
    ],
  ])('is refused with %s', (_, change) => {
    const bytes = Buffer.from(change(utf8Text(sealedBytes(ITEM))));
    expect(() => sealedItem(bytes)).toThrow('not a sealed item');
  });

  it('has no canonical form with half a character or a number that JSON has not', () => {
    expect(() => canonicalBytes({ text: '\ud800' })).toThrow();
    expect(() => canonicalBytes({ number: Number.NaN })).toThrow();
  });

  it('is named by entries of one form', () => {
    for (const entry of ['record abc', 'permesso/entry/v1 record abc', `${utf8Text(logEntry(ITEM))} more`]) {
      expect(() => parseLogEntry(Buffer.from(entry))).toThrow('not a log entry');
    }
  });

  it('is salted by 128 bits', () => {
    expect(newSalt()).toMatch(/^[\w-]{22}$/);
    expect(newSalt()).not.toBe(newSalt());
  });
});
