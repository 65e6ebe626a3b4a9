import type { ConsentBannerLabels, ConsentConfig } from '@permesso/consent-core';

/**
 * The configuration without what only the preferences and legal pages say. A page carries what it judges, loads and
 * cleans up by; the texts are asked for when somebody wants to read them.
 */
export function briefConfig(config: ConsentConfig): ConsentConfig {
  const { position, showRejectAll, labels, links } = config.banner;
  return {
    ...config,
    categories: config.categories.map((category) => ({ ...category, label: '', description: '' })),
    trackers: config.trackers.map(({ id, categoryKey, kind, cookies, loader }) => ({
      id,
      name: '',
      categoryKey,
      kind,
      cookies: cookies?.map(({ name, domain, storage }) => ({ name, domain, storage })),
      loader,
    })),
    banner: {
      title: '',
      description: '',
      position,
      showRejectAll,
      // The button that opens the preferences may be an island; what is missing says as little as what is empty.
      labels: { manage: labels.manage } as ConsentBannerLabels,
      // By them a banner that the server has written is kept in step, also before the texts have come.
      links,
    },
  };
}
