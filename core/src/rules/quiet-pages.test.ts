import { describe, expect, it } from 'vitest';
import { isQuietPage } from './quiet-pages.ts';

describe('isQuietPage', () => {
  it.each(['/imprint', '/imprint/', '/legal/privacy', '/legal/privacy/cookies/', "/legal/$&$'"])(
    'is quiet at %s',
    (path) => expect(isQuietPage(['/imprint', '/legal/*'], path)).toBe(true),
  );

  it.each([
    '/',
    '',
    '/imprint/team',
    '/imprints',
    '/de/imprint',
    '/legal',
    '/legal/',
    '/legalese',
    '/IMPRINT',
  ])('asks at "%s", which nobody has named', (path) =>
    expect(isQuietPage(['/imprint', '/legal/*'], path)).toBe(false),
  );

  it('asks everywhere where no page is named, and where there is none', () => {
    expect(isQuietPage(undefined, '/imprint')).toBeFalsy();
    expect(isQuietPage([], '/')).toBe(false);
    expect(isQuietPage(['/imprint'])).toBe(false);
  });
});
