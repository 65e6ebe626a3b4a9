import type { ConsentBannerConfig, ConsentBannerLabels, ConsentConfig } from '@permesso/consent-core';
import { inertConfig } from '@permesso/consent-core';

/** A configuration that the site brings itself. Labels may be left out: then the texts of the page's language stand in. */
export interface OwnConfig extends Omit<ConsentConfig, 'banner'> {
  banner: Omit<ConsentBannerConfig, 'labels'> & { labels?: Partial<ConsentBannerLabels> };
}

/** Puts empty labels where some were left out. Whatever is no configuration stays as it is, for the schema to refuse. */
export function withLabels(config: unknown): unknown {
  if (!isObject(config) || !isObject(config.banner)) return config;
  const { labels = {} } = config.banner;
  if (!isObject(labels)) return config;
  return { ...config, banner: { ...config.banner, labels: { ...inertConfig().banner.labels, ...labels } } };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
