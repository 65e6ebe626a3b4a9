import { PREVIEW_TOKEN } from '@permesso/consent-core';
import { describe, expect, it } from 'vitest';
import { newLink, readToken, writeToken } from './link-token';

const SECRET = 'keys of the app';
const terms = { shows: { release: 7 }, place: 'US-CA', locale: 'de', gpc: true };
const link = newLink(terms, new Date('2026-01-31T12:00:00Z'), 3600);
const token = writeToken(link, SECRET);

describe('the token of a link', () => {
  it('says what it was made for, and when it ends', () => {
    expect(token).toMatch(PREVIEW_TOKEN);
    expect(readToken(token, SECRET)).toEqual(link);
    expect(link.until.toISOString()).toBe('2026-01-31T13:00:00.000Z');
  });

  it('is none under other keys, with a letter changed, or with another text under its signature', () => {
    const [text = '', signature = ''] = token.split('.');
    const [other] = writeToken({ ...link, until: new Date('2030-01-01') }, SECRET).split('.');
    const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    for (const forged of [
      writeToken(link, 'other keys'),
      `${text}.${flipped}`,
      `${other}.${signature}`,
      `${text}.`,
      text,
      '',
      `${'a'.repeat(601)}.${signature}`,
    ]) {
      expect(readToken(forged, SECRET)).toBeNull();
    }
  });
});
