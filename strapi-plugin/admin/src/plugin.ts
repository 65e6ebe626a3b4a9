/** The id under which Strapi knows the plugin. */
export const PLUGIN = 'consent';

/** Where the plugin's pages stand in the admin. */
export const PAGES = `/plugins/${PLUGIN}`;

/** The content types that the admin speaks of. */
export const TYPES = {
  setting: `plugin::${PLUGIN}.setting`,
  category: `plugin::${PLUGIN}.category`,
  tracker: `plugin::${PLUGIN}.tracker`,
  processor: `plugin::${PLUGIN}.processor`,
  legalPage: `plugin::${PLUGIN}.legal-page`,
} as const;

/** Where a document is edited in the content manager. */
export const documentPage = (uid: string, documentId: string): string =>
  `/content-manager/collection-types/${uid}/${documentId}`;

const allow = (uid: string) => [{ action: `plugin::${PLUGIN}.${uid}`, subject: null }];

const allowContent = (action: string, subject: string) => [
  { action: `plugin::content-manager.explorer.${action}`, subject },
];

/** The types that a configuration file holds besides the settings. */
const CARRIED = [TYPES.category, TYPES.tracker, TYPES.processor, TYPES.legalPage];

/** What each page and action asks for; registered by `server/src/permissions.ts`. */
export const PERMISSIONS = {
  overview: allow('overview.read'),
  widget: [...allow('overview.read'), ...allow('overview.widget')],
  records: allow('records.read'),
  exportRecords: allow('records.export'),
  eraseRecords: allow('records.erase'),
  settings: allow('settings.read'),
  updateSettings: allow('settings.update'),
  exportConfiguration: [...allow('settings.read'), ...CARRIED.flatMap((type) => allowContent('read', type))],
  importConfiguration: [
    ...allow('settings.update'),
    ...['create', 'update', 'delete'].flatMap((action) =>
      CARRIED.flatMap((type) => allowContent(action, type)),
    ),
    ...allowContent('publish', TYPES.legalPage),
  ],
  addTrackers: allowContent('create', TYPES.tracker),
  addProcessors: allowContent('create', TYPES.processor),
  readProcessors: allowContent('read', TYPES.processor),
  verifyProcessors: allowContent('update', TYPES.processor),
};

/** Whoever may do one of these finds the plugin in the menu. */
export const MENU = [
  ...PERMISSIONS.overview,
  ...PERMISSIONS.records,
  ...PERMISSIONS.settings,
  ...PERMISSIONS.addTrackers,
  ...PERMISSIONS.addProcessors,
  ...PERMISSIONS.readProcessors,
];
