import { PLUGIN, type PluginAction, pluginAction, UIDS } from '../../server/src/uids';

/** Where the plugin's pages stand in the admin. */
export const PAGES = `/plugins/${PLUGIN}`;

/** Where a document is edited in the content manager. */
export const documentPage = (uid: string, documentId: string): string =>
  `/content-manager/collection-types/${uid}/${documentId}`;

/** The same of an entry of any type, in one of its languages; of a single type there is no more than one. */
export function entryPage(
  { uid, documentId, locale }: { uid: string; documentId: string; locale: string },
  isSingle: boolean,
): string {
  const page = isSingle ? `/content-manager/single-types/${uid}` : documentPage(uid, documentId);
  return locale ? `${page}?plugins[i18n][locale]=${encodeURIComponent(locale)}` : page;
}

const allow = (action: PluginAction) => [{ action: pluginAction(action), subject: null }];

const allowContent = (action: string, subject: string) => [
  { action: `plugin::content-manager.explorer.${action}`, subject },
];

/** The types that a configuration file holds besides the settings. */
const CARRIED = [UIDS.category, UIDS.tracker, UIDS.processor, UIDS.legalPage];

/** What each page and action asks for; registered by `server/src/permissions.ts`. */
export const PERMISSIONS = {
  overview: allow('overview.read'),
  statistics: allow('statistics.read'),
  widget: [...allow('overview.read'), ...allow('overview.widget')],
  records: allow('records.read'),
  exportRecords: allow('records.export'),
  eraseRecords: allow('records.erase'),
  holdRecords: allow('records.hold'),
  quarantineRecords: allow('records.quarantine'),
  updateRetention: allow('retention.update'),
  settings: allow('settings.read'),
  updateSettings: allow('settings.update'),
  askEveryoneAgain: allow('settings.reconsent'),
  scanner: allow('scans.read'),
  settleFindings: allow('scans.settle'),
  releases: allow('releases.read'),
  publishReleases: allow('releases.publish'),
  previewReleases: allow('releases.preview'),
  audit: allow('audit.read'),
  exportAudit: allow('audit.export'),
  exportConfiguration: [...allow('settings.read'), ...CARRIED.flatMap((type) => allowContent('read', type))],
  importConfiguration: [
    ...allow('settings.update'),
    ...['create', 'update', 'delete'].flatMap((action) =>
      CARRIED.flatMap((type) => allowContent(action, type)),
    ),
    ...allowContent('publish', UIDS.legalPage),
  ],
  readTrackers: allowContent('read', UIDS.tracker),
  addTrackers: allowContent('create', UIDS.tracker),
  moveTrackers: allowContent('update', UIDS.tracker),
  assessCategories: allow('categories.assess'),
  addProcessors: allowContent('create', UIDS.processor),
  readProcessors: allowContent('read', UIDS.processor),
  verifyProcessors: allowContent('update', UIDS.processor),
  makeRoles: ['admin::roles.create', 'admin::roles.update'].map((action) => ({ action, subject: null })),
};

/** Whoever may do one of these finds the plugin in the menu. */
export const MENU = [
  ...PERMISSIONS.overview,
  ...PERMISSIONS.statistics,
  ...PERMISSIONS.records,
  ...PERMISSIONS.settings,
  ...PERMISSIONS.scanner,
  ...PERMISSIONS.audit,
  ...PERMISSIONS.releases,
  ...PERMISSIONS.addTrackers,
  ...PERMISSIONS.addProcessors,
  ...PERMISSIONS.readProcessors,
];
