import { Shield } from '@strapi/icons';
import type { StrapiApp } from '@strapi/strapi/admin';
import { PLUGIN } from '../../server/src/uids';
import { extendContentManager } from './content-manager';
import { customFields } from './fields';
import { MENU, PERMISSIONS } from './plugin';
import { loadTranslations, text } from './texts';
import { overviewWidget } from './widgets';

/** Strapi's menu takes permissions as the server stores them, and needs no more of them than action and subject. */
type MenuPermissions = Parameters<StrapiApp['addMenuLink']>[0]['permissions'];

/** What the admin loads. */
const admin = {
  register(app: StrapiApp): void {
    app.registerPlugin({ id: PLUGIN, name: 'Consent' });
    app.customFields.register(customFields);
    app.addMenuLink({
      to: `plugins/${PLUGIN}`,
      icon: Shield,
      intlLabel: text('menu'),
      permissions: MENU as unknown as MenuPermissions,
      position: 6,
      Component: () => import('./pages'),
    });
    app.addSettingsLink('global', {
      id: `${PLUGIN}-settings`,
      to: PLUGIN,
      intlLabel: text('name'),
      permissions: PERMISSIONS.settings as unknown as MenuPermissions,
      Component: () => import('./pages/settings-link'),
    });
    app.widgets.register(overviewWidget);
  },
  bootstrap: extendContentManager,
  registerTrads: ({ locales }: { locales: string[] }) => loadTranslations(locales),
};

export default admin;
