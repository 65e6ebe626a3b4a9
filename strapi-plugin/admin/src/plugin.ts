/** The id under which Strapi knows the plugin. */
export const PLUGIN = 'consent';

/** Where the plugin's pages stand in the admin. */
export const PAGES = `/plugins/${PLUGIN}`;

const allow = (uid: string) => [{ action: `plugin::${PLUGIN}.${uid}`, subject: null }];

/** What each page and action asks for; registered by `server/src/permissions.ts`. */
export const PERMISSIONS = {
  overview: allow('overview.read'),
  records: allow('records.read'),
  exportRecords: allow('records.export'),
  eraseRecords: allow('records.erase'),
};
