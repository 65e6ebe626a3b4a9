import { createContext } from 'astro/middleware';
import { expect, it } from 'vitest';
import { onRequest } from './middleware.ts';

it('leaves a rewrite of a middleware on the edge, which is an address there, as it is', async () => {
  const context = createContext({
    request: new Request('https://shop.example/old'),
    defaultLocale: 'en',
    locals: {} as App.Locals,
  });
  const rewritten = new URL('https://shop.example/new');
  expect(await onRequest(context, async () => rewritten as unknown as Response)).toBe(rewritten);
});
