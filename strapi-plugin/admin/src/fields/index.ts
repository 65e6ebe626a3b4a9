import type { ComponentType } from 'react';
import { PLUGIN } from '../../../server/src/uids';
import { text } from '../texts';

/** Strapi hands the field's props to the component, though its types say that there are none. */
const input = (load: () => Promise<{ default: ComponentType<never> }>) => ({
  Input: load as () => Promise<{ default: ComponentType }>,
});

/** The custom fields that the plugin's content types use; their server half stands in `server/src/register.ts`. */
export const customFields = [
  {
    name: 'legal-markdown',
    pluginId: PLUGIN,
    type: 'richtext' as const,
    intlLabel: text('field.legal-markdown.label'),
    intlDescription: text('field.legal-markdown.description'),
    components: input(() => import('./legal-markdown')),
  },
  {
    name: 'cookie-table',
    pluginId: PLUGIN,
    type: 'json' as const,
    intlLabel: text('field.cookie-table.label'),
    intlDescription: text('field.cookie-table.description'),
    components: input(() => import('./cookie-table')),
  },
  {
    name: 'list',
    pluginId: PLUGIN,
    type: 'json' as const,
    intlLabel: text('field.list.label'),
    intlDescription: text('field.list.description'),
    components: input(() => import('./list')),
  },
  {
    name: 'attributes',
    pluginId: PLUGIN,
    type: 'json' as const,
    intlLabel: text('field.attributes.label'),
    intlDescription: text('field.attributes.description'),
    components: input(() => import('./attributes')),
  },
];
