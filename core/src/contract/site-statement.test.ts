import { describe, expect, it } from 'vitest';
import { readSiteStatement, type SiteStatement, signedText, writeSiteStatement } from './site-statement.ts';

const STATEMENT: SiteStatement = {
  at: 1_790_000_000,
  country: 'US',
  region: 'US-CA',
  model: 'opt-out',
  presentation: 'a1'.repeat(32),
};

describe('what a site states', () => {
  it('is read as it was written', () => {
    expect(writeSiteStatement({ ...STATEMENT, presentation: null })).toBe(
      't=1790000000;country=US;region=US-CA;model=opt-out',
    );
    expect(readSiteStatement(writeSiteStatement(STATEMENT))).toEqual(STATEMENT);
    const unknown = { ...STATEMENT, country: null, region: null, model: null, presentation: null };
    expect(readSiteStatement(writeSiteStatement(unknown))).toEqual(unknown);
  });

  it('leaves out what a header of a proxy may have said and what is none of its values', () => {
    expect(writeSiteStatement({ ...STATEMENT, region: 'ca', country: 'Nowhere;model=none' })).toBe(
      `t=1790000000;region=CA;model=opt-out;presentation=${STATEMENT.presentation}`,
    );
  });

  it.each([
    '',
    'country=US',
    't=1;t=2',
    't=1;country=us',
    't=1;constructor=x',
    't=1;country=US=CA',
    't=1;model=never',
    't=-1',
    't=1; country=US',
  ])('is none as %j', (text) => {
    expect(readSiteStatement(text)).toBeNull();
  });

  it('is signed with what it comes with, for one purpose', () => {
    expect(signedText('record', 't=1', '{}')).toBe('permesso/site/v1 record\nt=1\n{}');
    expect(signedText('presentation', 't=1', '{}')).not.toBe(signedText('record', 't=1', '{}'));
  });
});
