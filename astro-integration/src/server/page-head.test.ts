import { describe, expect, it } from 'vitest';
import { awaitHead, writeHead } from './page-head.ts';

/** What a page writes behind its `<head>`, each chunk by itself. */
function written(request: Request): string[] {
  const chunks: string[] = [];
  const part = writeHead({ request }) as '' | { render(destination: object): void };
  if (part) part.render({ write: (chunk: unknown) => chunks.push(String(chunk)) });
  return chunks;
}

describe('the head of a page', () => {
  it('is written once, unescaped, and only where one waits', () => {
    const request = new Request('http://site.example/');
    expect(written(request)).toEqual([]);
    const head = awaitHead(request, '<script>1 < 2</script>');
    expect(head.written).toBe(false);
    expect(written(request)).toEqual(['<script>1 < 2</script>']);
    expect(head.written).toBe(true);
    expect(written(request)).toEqual([]);
  });

  it('is that of its own request', () => {
    const [one, other] = [new Request('http://site.example/'), new Request('http://site.example/')];
    awaitHead(one, 'one');
    expect(written(other)).toEqual([]);
    expect(written(one)).toEqual(['one']);
  });
});
