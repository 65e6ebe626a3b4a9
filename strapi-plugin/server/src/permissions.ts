import type { Core } from '@strapi/strapi';
import { getPluginOptions, type ResolvedConsentPluginOptions } from './options';
import { PLUGIN, type PluginAction, UIDS } from './uids';

interface Action {
  subCategory: string;
  displayName: string;
  uid: PluginAction;
}

const ACTIONS: Action[] = [
  { subCategory: 'overview', displayName: 'See the overview', uid: 'overview.read' },
  { subCategory: 'overview', displayName: 'See the statistics', uid: 'statistics.read' },
  { subCategory: 'settings', displayName: 'See the settings', uid: 'settings.read' },
  { subCategory: 'settings', displayName: 'Change the settings', uid: 'settings.update' },
  { subCategory: 'settings', displayName: 'Ask everyone again', uid: 'settings.reconsent' },
  { subCategory: 'records', displayName: 'See consent records', uid: 'records.read' },
  { subCategory: 'records', displayName: 'Export consent records', uid: 'records.export' },
  { subCategory: 'records', displayName: 'Erase the records of a consent id', uid: 'records.erase' },
  { subCategory: 'records', displayName: 'Place and lift legal holds', uid: 'records.hold' },
  { subCategory: 'records', displayName: 'Set records of a flood apart', uid: 'records.quarantine' },
  {
    subCategory: 'records',
    displayName: 'Shorten the retention, and confirm or withhold that',
    uid: 'retention.update',
  },
  { subCategory: 'scanner', displayName: 'See scans and their findings', uid: 'scans.read' },
  { subCategory: 'scanner', displayName: 'Settle findings and scan now', uid: 'scans.settle' },
  {
    subCategory: 'catalogue',
    displayName: 'Assess categories, which exempts them from consent at once',
    uid: 'categories.assess',
  },
  { subCategory: 'releases', displayName: 'See releases and what waits', uid: 'releases.read' },
  { subCategory: 'releases', displayName: 'Publish, take back and note releases', uid: 'releases.publish' },
  {
    subCategory: 'releases',
    displayName: 'Make links that show what waits on the site',
    uid: 'releases.preview',
  },
  { subCategory: 'audit trail', displayName: 'See the audit trail', uid: 'audit.read' },
  { subCategory: 'audit trail', displayName: 'Export the audit trail', uid: 'audit.export' },
];

/** Nobody can hold it where the option turns the widget off, and without it no homepage offers the widget. */
const WIDGET: Action = {
  subCategory: 'overview',
  displayName: 'See the overview on the homepage',
  uid: 'overview.widget',
};

/** What an admin role may be allowed to do; `pluginAction` gives the full ids. */
export const permissionsOf = ({ admin }: Pick<ResolvedConsentPluginOptions, 'admin'>) =>
  [...ACTIONS, ...(admin.widget ? [WIDGET] : [])].map((action) => ({
    section: 'plugins',
    pluginName: PLUGIN,
    ...action,
  }));

/** Who may see these is said by actions of the plugin. */
const WITH_OWN_PERMISSION: readonly string[] = [UIDS.setting, UIDS.scanRun, UIDS.scanFinding];

interface ActionProvider {
  registerMany(actions: object[]): Promise<unknown>;
  hooks: {
    willRegister: { register(hook: (one: { key: string; value: { subjects?: string[] } }) => void): void };
  };
}

const actionsOf = (strapi: Core.Strapi) =>
  strapi.service('admin::permission').actionProvider as unknown as ActionProvider;

/** In the plugin's bootstrap(). */
export async function registerPermissions(strapi: Core.Strapi): Promise<void> {
  await actionsOf(strapi).registerMany(permissionsOf(getPluginOptions(strapi)));
}

/**
 * Strapi lets roles read hidden types, too, through the content manager's API: what that registers is offered without
 * ours, by the hook by which i18n adds its locales. To be called in register(), before anything is registered.
 */
export function keepFromContentManager(strapi: Core.Strapi): void {
  actionsOf(strapi).hooks.willRegister.register(({ key, value }) => {
    if (key !== 'plugin::content-manager.explorer.read' || !value.subjects) return;
    value.subjects = value.subjects.filter((uid) => !WITH_OWN_PERMISSION.includes(uid));
  });
}
