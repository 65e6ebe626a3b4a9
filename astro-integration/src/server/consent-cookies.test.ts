import { createTestConfig } from '@permesso/consent-core';
import { createSite, type Visit } from '@permesso/consent-core/site';
import { createContext } from 'astro/middleware';
import { expect, it, vi } from 'vitest';
import { withholdCookies } from './consent-cookies.ts';

const config = createTestConfig({
  trackers: [
    {
      id: 'stats',
      name: 'Stats',
      categoryKey: 'analytics',
      kind: 'cookie-only',
      cookies: [{ name: '_st_*', storage: 'cookie' }],
    },
  ],
});

it('names each cookie that it does not set, once', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const request = new Request('https://shop.example/');
  const visit = createSite({ config, files: '/', consentCookies: true }).visit(request) as Visit;
  for (let asked = 0; asked < 2; asked += 1) {
    const context = createContext({ request, defaultLocale: 'en', locals: {} as App.Locals });
    context.cookies.set('_st_page', '1');
    context.cookies.set('theme', 'dark');
    const answer = new Response('{}', { headers: [['set-cookie', '_st_header=1']] });
    const sent = await withholdCookies(context, answer, visit);
    expect([...context.cookies.headers()]).toEqual([expect.stringMatching(/^theme=/)]);
    expect([...sent.headers]).toEqual(
      Object.entries({
        'cache-control': 'private',
        'content-type': 'text/plain;charset=UTF-8',
        vary: 'Cookie',
      }),
    );
  }
  const said = warn.mock.calls.map(([text]) => /The cookie "(.*?)" is not set/.exec(text)?.[1]);
  warn.mockRestore();
  expect(said).toEqual(['_st_header', '_st_page']);
});

it('C1: sets no cookie but what is necessary while no configuration is known, and says why', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const request = new Request('https://shop.example/');
  const site = createSite({
    config: async () => null,
    files: '/',
    consentCookies: { necessary: ['session'] },
    warn: () => {},
  });
  const context = createContext({ request, defaultLocale: 'en', locals: {} as App.Locals });
  const answer = new Response('{}', {
    headers: [
      ['set-cookie', 'theme=1'],
      ['set-cookie', 'session=1'],
    ],
  });
  const sent = await withholdCookies(context, answer, await site.visit(request));
  expect(sent.headers.getSetCookie()).toEqual(['session=1']);
  expect(warn.mock.calls).toEqual([[expect.stringContaining('consentCookies.necessary')]]);
  warn.mockRestore();
});
