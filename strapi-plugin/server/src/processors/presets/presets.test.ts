import { EEA_COUNTRIES } from '@permesso/consent-core';
import { processorEntrySchema } from '@permesso/consent-core/schema';
import { describe, expect, it } from 'vitest';
import { PROCESSOR_PRESETS, processorFromPreset } from '.';

const REQUIRED_KEYS = [
  'vercel',
  'netlify',
  'aws',
  'cloudflare',
  'gcp',
  'azure',
  'mongodb-atlas',
  'neon',
  'supabase',
  'railway',
  'digitalocean',
  'hetzner',
  'ovh',
  'resend',
  'postmark',
  'sendgrid',
  'mailgun',
  'mailchimp',
  'brevo',
  'stripe',
  'paddle',
  'sentry',
  'google-workspace',
  'microsoft-365',
  'slack',
  'zoom',
  'openai',
  'anthropic',
  'uploadthing',
  'cloudinary',
  'better-stack',
  'github',
  'atlassian',
];

/** Countries outside the EEA whose level of protection the European Commission found adequate, of those used here. */
const ADEQUATE = ['CH', 'GB', 'NZ'];

const presets = Object.entries(PROCESSOR_PRESETS);

describe('the catalogue of processors', () => {
  it('knows at least sixty, among them every one that was promised', () => {
    expect(presets.length).toBeGreaterThanOrEqual(60);
    expect(Object.keys(PROCESSOR_PRESETS)).toEqual(expect.arrayContaining(REQUIRED_KEYS));
    expect(new Set(presets.map(([, { name }]) => name)).size).toBe(presets.length);
  });

  describe.each(presets)('%s', (key, preset) => {
    it('is an entry that the register and the public list accept, in both languages', () => {
      for (const locale of ['en', 'de']) {
        const entry = { id: key, ...processorFromPreset(key, {}, locale) };
        expect(processorEntrySchema.safeParse(entry).error).toBeUndefined();
        expect(entry.dataCategories.length).toBeGreaterThan(0);
      }
      expect(processorFromPreset(key, {}, 'de').purpose).not.toBe(processorFromPreset(key).purpose);
      expect(preset.dataCategories.de).toHaveLength(preset.dataCategories.en.length);
    });

    it('gives addresses that parse and are https', () => {
      for (const address of [preset.privacyUrl, preset.dpaUrl, preset.subprocessorsUrl]) {
        if (address !== undefined) expect(new URL(address).protocol).toBe('https:');
      }
    });

    it('has a transfer mechanism that fits its country', () => {
      const { mechanism, fallback } = preset.transfer;
      if (EEA_COUNTRIES.includes(preset.country)) expect(mechanism).toBe('none');
      else if (ADEQUATE.includes(preset.country)) expect(mechanism).toBe('adequacy');
      else expect(mechanism).toMatch(/^(dpf|scc|bcr)$/);
      if (mechanism === 'dpf') expect([preset.country, fallback]).toEqual(['US', 'scc']);
    });
  });
});

describe('a processor from the catalogue', () => {
  it('is not verified and no sub-processor until its owner says so', () => {
    expect(processorFromPreset('hetzner')).toMatchObject({
      name: 'Hetzner',
      subprocessor: false,
      verified: false,
      showInPrivacyPolicy: true,
      status: 'active',
    });
    expect(processorFromPreset('hetzner', { subprocessor: true, addedAt: '2026-01-01' })).toMatchObject({
      subprocessor: true,
      addedAt: '2026-01-01',
    });
  });

  it('says which keys there are', () => {
    expect(() => processorFromPreset('herzner')).toThrow(
      /no processor preset "herzner"; known are .*hetzner/,
    );
    expect(() => processorFromPreset('constructor')).toThrow('no processor preset');
  });
});
