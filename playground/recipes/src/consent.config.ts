/** Stands for the CMS: what it publishes of the trackers in `config/plugins.ts`. */
import type { ConfigModule } from '@permesso/consent-astro';
import { type ConsentTracker, createTestConfig } from '@permesso/consent-core';
import { resolveOptions } from '@permesso/plugin-consent';
import { trackerFromPreset } from '../../../strapi-plugin/server/src/catalogue/presets/index.ts';
import plugins from '../config/plugins.ts';

const { seed } = resolveOptions(plugins().consent.config);

function trackers(): ConsentTracker[] {
  if (!seed) throw new Error('config/plugins.ts has no seed');
  return (seed.trackers ?? []).map((entry, index) => {
    const id = String(index + 1);
    if (typeof entry === 'string') return { id, ...trackerFromPreset(entry) };
    return 'tracker' in entry
      ? { id, ...entry.tracker }
      : { id, ...trackerFromPreset(entry.key, entry.vars) };
  });
}

const base = createTestConfig({ trackers: trackers(), recording: { enabled: false, endpoint: '' } });
base.consentMode.enabled = true;

const config: ConfigModule = ({ locale }) => ({ ...base, locale: locale ?? 'en' });

export default config;
