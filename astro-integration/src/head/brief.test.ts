import type { PagePayload } from '@permesso/consent-core';
import { createTestConfig } from '@permesso/consent-core';
import { describe, expect, it } from 'vitest';
import { headMarkup } from './markup.ts';
import { headTerms } from './terms.ts';

const config = createTestConfig({
  trackers: [
    {
      id: 'count',
      name: 'Count',
      vendor: 'Count Ltd',
      categoryKey: 'analytics',
      kind: 'script',
      purpose: 'Counts visits.',
      cookies: [{ name: '_ct_*', storage: 'cookie', durationText: '13 months', description: 'A number.' }],
      loader: { src: 'https://count.invalid/c.js', strategy: 'afterDecision', consentModeManaged: false },
    },
  ],
});

function told(base?: string): PagePayload {
  const payload: PagePayload = {
    config,
    key: 'k',
    head: headTerms(config, true),
    visitor: true,
    gpc: false,
    ...(base && { base }),
  };
  return JSON.parse(/data-consent-config>(.*?)<\/script>/.exec(headMarkup(payload))![1]!);
}

describe('what a page is told', () => {
  it('is all by which it judges, loads and cleans up, and none of the texts', () => {
    const { config: brief, ...rest } = told('/_consent');
    expect(rest.brief).toBe(true);
    expect(brief).toMatchObject({
      versions: config.versions,
      jurisdiction: config.jurisdiction,
      reconsent: config.reconsent,
      cookie: config.cookie,
      trackers: [
        { id: 'count', cookies: [{ name: '_ct_*', storage: 'cookie' }], loader: { src: expect.any(String) } },
      ],
    });
    expect(brief!.categories.map(({ label, description, ...facts }) => facts)).toEqual(
      config.categories.map(({ label, description, ...facts }) => facts),
    );
    // What the banner links stands in its HTML; the page needs it to know that it is still so.
    expect(brief!.banner.links).toEqual(config.banner.links);
    const text = JSON.stringify(brief);
    for (const left of ['Count Ltd', 'Counts visits.', '13 months', config.banner.description]) {
      expect(text).not.toContain(left);
    }
  });

  it('is everything where the site has no route to ask', () => {
    expect(told().config).toEqual(config);
    expect(told().brief).toBeUndefined();
  });
});
