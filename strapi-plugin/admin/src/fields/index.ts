import type { ComponentType } from 'react';

/** Strapi hands the field's props to the component, though its types say that there are none. */
const input = (load: () => Promise<{ default: ComponentType<never> }>) => ({
  Input: load as () => Promise<{ default: ComponentType }>,
});

const label = (id: string, defaultMessage: string) => ({ id: `consent.field.${id}`, defaultMessage });

/** The custom fields that the plugin's content types use; their server half stands in `server/src/register.ts`. */
export const customFields = [
  {
    name: 'legal-markdown',
    pluginId: 'consent',
    type: 'richtext' as const,
    intlLabel: label('legal-markdown.label', 'Legal text'),
    intlDescription: label('legal-markdown.description', 'Markdown with shortcodes for the tables'),
    components: input(() => import('./legal-markdown')),
  },
  {
    name: 'cookie-table',
    pluginId: 'consent',
    type: 'json' as const,
    intlLabel: label('cookie-table.label', 'Cookies'),
    intlDescription: label('cookie-table.description', 'What a tracker stores in the browser'),
    components: input(() => import('./cookie-table')),
  },
];
