import { fileURLToPath } from 'node:url';
import type { StarlightPlugin } from '@astrojs/starlight/types';
import type { AstroIntegration } from 'astro';
import { type ConsentOptions, consent } from '../index.ts';

/** Components of Starlight around which ours stand; what a site or another plugin has put in their place stays inside. */
const WRAPPED = ['SkipLink', 'Banner', 'Hero', 'MarkdownContent', 'Footer'] as const;

const OURS = '@permesso/consent-astro/components/starlight';

type Components = Record<string, string | undefined>;

/**
 * Consent for a Starlight site: `plugins: [starlightConsent({ config: './src/consent.config.ts' })]`. Banner, preferences, a
 * button in every page's footer, and gates around what Markdown and MDX embed, in the site's look. Last in the list of plugins:
 * one behind it that replaces the footer would replace the button, too.
 *
 * @throws when an option is wrong, naming it and what to write instead
 */
export function starlightConsent(options: ConsentOptions): StarlightPlugin {
  const integration = consent(options);
  return {
    name: '@permesso/consent-astro/starlight',
    hooks: {
      'config:setup'({ config, astroConfig, updateConfig, addIntegration }) {
        if (astroConfig.integrations.some(({ name }) => name === '@permesso/consent-astro'))
          throw new Error(
            'consent: starlightConsent() brings consent() along; remove it from `integrations` (astro.config.mjs)',
          );
        const before: Components = config.components ?? {};
        const ours = WRAPPED.map((name) => [name, `${OURS}/${name}.astro`]);
        updateConfig({
          components: { ...config.components, ...Object.fromEntries(ours) },
          customCss: [`${OURS}/theme.css`, ...(config.customCss ?? [])],
        });
        addIntegration(integration);
        addIntegration(wrappedComponents(before));
      },
    },
  };
}

export default starlightConsent;

/** Tells our components what they stand around. */
function wrappedComponents(before: Components): AstroIntegration {
  return {
    name: '@permesso/consent-astro/starlight',
    hooks: {
      'astro:config:setup': ({ config, updateConfig }) => {
        const modules = new Map<string, string>();
        for (const name of WRAPPED) {
          const inner = before[name] ?? `@astrojs/starlight/components/${name}.astro`;
          // As Starlight reads them: from the site's root.
          const path = inner.startsWith('.') ? fileURLToPath(new URL(inner, config.root)) : inner;
          modules.set(
            `virtual:consent/starlight/${name}`,
            `export { default } from ${JSON.stringify(path)};`,
          );
        }
        const plugin = {
          name: 'consent-starlight',
          resolveId: (id: string) => (modules.has(id) ? `\0${id}` : undefined),
          load: (id: string) => (id.startsWith('\0') ? modules.get(id.slice(1)) : undefined),
        };
        updateConfig({ vite: { plugins: [plugin] } });
      },
    },
  };
}
