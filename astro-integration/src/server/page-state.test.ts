import { createTestConfig } from '@permesso/consent-core';
import { describe, expect, it } from 'vitest';
import { visit } from '../../tests/page/locals.ts';
import { setState, writeHead } from './page-state.ts';

const { consent: page } = visit({ config: createTestConfig({}) });
const url = new URL('http://site.example/');

/** What a page writes behind its `<head>`, each chunk by itself. */
function written(request: Request): string[] {
  const chunks: string[] = [];
  const part = writeHead({ request });
  if (part) part.render({ write: (chunk) => chunks.push(chunk) });
  return chunks;
}

describe('the head of a page', () => {
  it('is written once, as it is, and only where one waits', () => {
    const request = new Request(url);
    expect(written(request)).toEqual([]);
    const state = setState(request, { visit: page, head: '<script>1 < "ü…"</script>' });
    expect(written(request)).toEqual(['<script>1 < "ü…"</script>']);
    expect(state.head).toBeNull();
    expect(written(request)).toEqual([]);
  });

  it('is that of its own request', () => {
    const [one, other] = [new Request(url), new Request(url)];
    setState(one, { visit: page, head: 'one' });
    expect(written(other)).toEqual([]);
    expect(written(one)).toEqual(['one']);
  });
});
