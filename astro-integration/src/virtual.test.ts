import { describe, expect, it } from 'vitest';
import { partsPlugin } from './virtual.ts';

const HINT = '//# allFunctionsCalledOnLoad';

describe('what stands above a built file', () => {
  const above = async (name: string, postBanner?: Parameters<typeof options>[0]) =>
    (options(postBanner).postBanner as (chunk: { name: string }) => Promise<string>)({ name });
  const options = (postBanner?: string | ((chunk: { name: string }) => string)) =>
    partsPlugin('/').outputOptions({ postBanner });

  it('is, in the one that answers the banner, the hint to compile it while it loads', async () => {
    expect(await above('consent-answer')).toBe(HINT);
    expect(await above('consent-store')).toBe('');
    expect(await above('page')).toBe('');
  });

  it("leaves a site's own in place", async () => {
    expect(await above('page', '/*! ours */')).toBe('/*! ours */');
    expect(await above('page', ({ name }) => `/*! ${name} */`)).toBe('/*! page */');
    expect(await above('consent-answer', '/*! ours */')).toBe(`${HINT}\n/*! ours */`);
  });

  it('leaves all other options as they are', () => {
    const given = { postBanner: '', sourcemap: true };
    expect(partsPlugin('/').outputOptions(given)).toMatchObject({ sourcemap: true });
  });
});
