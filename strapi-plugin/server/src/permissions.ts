/** What an admin role may be allowed to do; the full ids are `plugin::consent.<uid>`. */
export const permissions = [
  { subCategory: 'overview', displayName: 'See the overview', uid: 'overview.read' },
  { subCategory: 'settings', displayName: 'See the settings', uid: 'settings.read' },
  { subCategory: 'settings', displayName: 'Change the settings', uid: 'settings.update' },
  { subCategory: 'records', displayName: 'See consent records', uid: 'records.read' },
  { subCategory: 'records', displayName: 'Export consent records', uid: 'records.export' },
  { subCategory: 'records', displayName: 'Erase the records of a consent id', uid: 'records.erase' },
].map((action) => ({ section: 'plugins', pluginName: 'consent', ...action }));
