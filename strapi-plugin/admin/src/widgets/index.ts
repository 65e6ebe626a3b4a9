import { Shield } from '@strapi/icons';
import type { WidgetArgs } from '@strapi/strapi/admin';
import { PLUGIN } from '../../../server/src/uids';
import { PAGES, PERMISSIONS } from '../plugin';
import { text } from '../texts';

/** What the administrator's homepage offers. */
export const overviewWidget: WidgetArgs = {
  id: 'overview',
  pluginId: PLUGIN,
  icon: Shield,
  title: text('widget.title'),
  link: { label: text('widget.link'), href: PAGES },
  component: async () => (await import('./overview')).OverviewWidget,
  permissions: PERMISSIONS.widget,
};
