import { describe, expect, it } from 'vitest';
import type { ConsentConfig, ConsentCookieV1 } from '../contract/config.ts';
import { createTestConfig } from '../contract/default-config.ts';
import { withServices } from '../contract/services.ts';
import { cookieFor } from '../rules/cookie.ts';
import { termsOf } from '../rules/terms.ts';
import { judgeWithServices, withExceptions } from './no-service-rules.ts';

const NOW = 1_790_000_000;
const config: ConsentConfig = withServices(
  createTestConfig({
    trackers: [{ id: 'ga', key: 'ga', name: 'ga', categoryKey: 'analytics', kind: 'cookie-only' }],
  }),
);
const made = cookieFor({
  consentId: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
  decisions: { functional: true, analytics: true, marketing: false },
  versions: config.versions,
  model: 'opt-in',
  source: 'preferences',
  decidedAt: NOW,
});
const cookieWith = (x: ConsentCookieV1['x']): ConsentCookieV1 => ({ ...made, ...(x && { x }) });

describe('a page that knows categories alone, where another tab has decided on services', () => {
  const grantedBy = (x: ConsentCookieV1['x']) => {
    const { decisions } = judgeWithServices(cookieWith(x), termsOf(config), false, NOW);
    return Object.keys(decisions).filter((key) => decisions[key]);
  };

  it('C3: grants nothing, since it cannot tell what they are', () => {
    expect(grantedBy({ ga: 0 })).toEqual([]);
    expect(grantedBy({ ga: 1 })).toEqual([]);
    expect(grantedBy(undefined)).toEqual(['functional', 'analytics']);
  });

  it('C3: keeps what was refused by name, until all is accepted', () => {
    const basis = {
      gpc: false,
      model: 'opt-in',
      decisions: {},
      cookie: cookieWith({ ga: 0, chat: 1 }),
    } as const;
    const decided = (action: string) => {
      const submission = {
        consentId: made.id,
        decisions: {},
        versions: config.versions,
        source: 'banner' as const,
      };
      return withExceptions({ cookie: cookieWith(undefined), submission }, basis, config, action);
    };
    expect(decided('save').cookie.x).toEqual({ ga: 0 });
    expect(decided('save').submission.services).toEqual({ ga: false });
    expect(decided('accept-all').cookie.x).toBeUndefined();
  });
});
