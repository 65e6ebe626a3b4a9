import type { AstroConfig } from 'astro';
import { describe, expect, it } from 'vitest';
import { allowedDomains } from './setup.ts';

/** What is added to Astro's configuration, and what is said about it. */
function added(origins: string[], config: { allowedDomains?: object[]; adapter?: string } = {}) {
  const warnings: string[] = [];
  const { adapter = '@astrojs/node', allowedDomains: own = [] } = config;
  const astro = { security: { allowedDomains: own }, adapter: { name: adapter } } as unknown as AstroConfig;
  const domains = allowedDomains(origins, astro, { warn: (message) => warnings.push(message) });
  return { domains, warnings };
}

describe('what a proxy says of a request', () => {
  it('is believed for the public addresses of the site', () => {
    expect(added(['https://shop.example', 'http://127.0.0.1:8080'])).toEqual({
      domains: [{ hostname: 'shop.example' }, { hostname: '127.0.0.1' }],
      warnings: [],
    });
  });

  it('is believed as the site itself has it', () => {
    const config = { allowedDomains: [{ hostname: '**.shop.example' }] };
    expect(added(['https://shop.example'], config)).toEqual({ domains: undefined, warnings: [] });
  });

  it('is believed for nobody where no address is known, with a warning that says what to write', () => {
    const { domains, warnings } = added([]);
    expect(domains).toBeUndefined();
    expect(warnings).toEqual([expect.stringContaining("site: 'https://shop.example'")]);
  });

  it.each(['@astrojs/vercel', '@astrojs/netlify', '@astrojs/cloudflare'])(
    'is the business of %s',
    (adapter) => {
      expect(added([], { adapter })).toEqual({ domains: undefined, warnings: [] });
      expect(added(['https://shop.example'], { adapter })).toEqual({ domains: undefined, warnings: [] });
    },
  );
});
