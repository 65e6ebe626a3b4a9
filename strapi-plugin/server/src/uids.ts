/**
 * The ids under which Strapi knows the plugin and what belongs to it. The admin imports them too, so nothing else is
 * imported here.
 */

/** The plugin's name, in `config/plugins.ts` too. */
export const PLUGIN = 'consent';

/** The plugin itself; its options stand under this in Strapi's configuration. */
export const PLUGIN_UID = `plugin::${PLUGIN}` as const;

const own = <Name extends string>(name: Name) => `${PLUGIN_UID}.${name}` as const;

/** The content types. */
export const UIDS = {
  setting: own('setting'),
  category: own('category'),
  tracker: own('tracker'),
  processor: own('processor'),
  legalPage: own('legal-page'),
  publication: own('publication'),
  reconsent: own('reconsent'),
  assessment: own('assessment'),
  scanRun: own('scan-run'),
  scanFinding: own('scan-finding'),
};

/** What webhooks call a record. It is no content type: evidence has tables of its own. */
export const RECORD_UID = own('record');

/** What the audit trail calls what is neither content nor a record. */
export const CONFIGURATION_UID = own('configuration');
export const AUDIT_UID = own('audit');
export const RELEASE_UID = own('release');
export const PREVIEW_UID = own('preview');

/** Whether a content type is one of the plugin's. */
export const isOwnType = (uid: string): boolean => uid.startsWith(`${PLUGIN_UID}.`);

export type CustomFieldName = 'legal-markdown' | 'cookie-table' | 'list' | 'attributes';

/** One of the plugin's fields, as an attribute of a content type names it. */
export const customField = <Name extends CustomFieldName>(name: Name) => own(name);

export type PluginAction =
  | 'overview.read'
  | 'overview.widget'
  | 'statistics.read'
  | 'settings.read'
  | 'settings.update'
  | 'settings.reconsent'
  | 'records.read'
  | 'records.export'
  | 'records.erase'
  | 'records.hold'
  | 'records.quarantine'
  | 'retention.update'
  | 'scans.read'
  | 'scans.settle'
  | 'categories.assess'
  | 'audit.read'
  | 'audit.export'
  | 'releases.read'
  | 'releases.publish'
  | 'releases.preview';

/** An action that the plugin lets an admin's role be allowed, as roles hold it. */
export const pluginAction = (action: PluginAction) => own(action);

/** The task that deletes records past their retention. */
export const PURGE_TASK_SLUG = 'consentPurgeRecords';

/** The same as Strapi's cron knows it. */
export const PURGE_TASK_UID = own(PURGE_TASK_SLUG);

/** The task that tests whether the site honours Global Privacy Control. */
export const SIGNAL_TASK_UID = own('consentTestSignal');

/** The task that scans the site. */
export const SCAN_TASK_UID = own('consentScanSite');

/** The task that publishes releases at their time. */
export const RELEASE_TASK_UID = own('consentPublishRelease');

/** The task that looks whether the vendor lists are due. */
export const VENDOR_LIST_TASK_UID = own('consentRefreshVendorLists');

/** The task by which instances know of each other. */
export const INSTANCE_TASK_UID = own('consentSayInstance');

/** The task that puts the counts of days that are over together. */
export const COUNTS_TASK_UID = own('consentFoldCounts');
