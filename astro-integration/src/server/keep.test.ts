import { describe, expect, it } from 'vitest';
import { visit } from '../../tests/page/locals.ts';
import { keep } from './keep.ts';
import { consentLocals } from './locals.ts';

describe('what depends on the locale', () => {
  it('is kept for as many as a site may have, and for no more', () => {
    const kept = new Map<string, number>();
    for (let made = 0; made < 1000; made += 1) expect(keep(kept, `x-${made}`, made)).toBe(made);
    expect(kept.size).toBe(100);
    expect(kept.get('x-999')).toBe(999);
    expect(kept.get('x-0')).toBeUndefined();
  });

  it('lets go of what the head is told in a language that nobody asks for any more', () => {
    const { config } = visit().consent;
    const told = (source: string) => {
      const facts = { config, cookie: null, gpc: false, visitor: false, locale: null, routes: true };
      return consentLocals({ ...facts, basePath: '/_consent', source }).payload;
    };
    const first = told('/_consent/config?locale=x-0');
    expect(told('/_consent/config?locale=x-0')).toBe(first);
    for (let asked = 1; asked <= 100; asked += 1) told(`/_consent/config?locale=x-${asked}`);
    expect(told('/_consent/config?locale=x-0')).not.toBe(first);
  });
});
