import type { ResolvedConsentPluginOptions } from './options';

const ACTIONS = [
  { subCategory: 'overview', displayName: 'See the overview', uid: 'overview.read' },
  { subCategory: 'settings', displayName: 'See the settings', uid: 'settings.read' },
  { subCategory: 'settings', displayName: 'Change the settings', uid: 'settings.update' },
  { subCategory: 'records', displayName: 'See consent records', uid: 'records.read' },
  { subCategory: 'records', displayName: 'Export consent records', uid: 'records.export' },
  { subCategory: 'records', displayName: 'Erase the records of a consent id', uid: 'records.erase' },
];

/** Nobody can hold it where the option turns the widget off, and without it no homepage offers the widget. */
const WIDGET = {
  subCategory: 'overview',
  displayName: 'See the overview on the homepage',
  uid: 'overview.widget',
};

/** What an admin role may be allowed to do; the full ids are `plugin::consent.<uid>`. */
export const permissionsOf = ({ admin }: Pick<ResolvedConsentPluginOptions, 'admin'>) =>
  [...ACTIONS, ...(admin.widget ? [WIDGET] : [])].map((action) => ({
    section: 'plugins',
    pluginName: 'consent',
    ...action,
  }));
