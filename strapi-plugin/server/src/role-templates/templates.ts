import type { ContentAction } from '../http/admin-route';
import { type PluginAction, UIDS } from '../uids';

/** What a colleague of one kind needs, and no more: a role to begin with, which a Super Admin may change as any other. */
export interface RoleTemplate {
  /** Also the end of the role's code in Strapi, by which it is known again under another name. */
  key: 'data-protection-officer' | 'marketing' | 'developer';
  /** The role's name and description, in English, as Strapi's own roles have them: at most 255 characters. */
  name: string;
  description: string;
  actions: readonly PluginAction[];
  /** What the role may do in the content manager, by type. */
  content: Readonly<Record<string, readonly ContentAction[]>>;
}

const EDIT = ['create', 'read', 'update', 'delete', 'publish'] as const;
const READ = ['read'] as const;

/** What every one of them may look at. */
const LOOK: readonly PluginAction[] = [
  'overview.read',
  'overview.widget',
  'statistics.read',
  'settings.read',
  'releases.read',
  'scans.read',
];
const READ_ALL = {
  [UIDS.category]: READ,
  [UIDS.tracker]: READ,
  [UIDS.processor]: READ,
  [UIDS.legalPage]: READ,
};

export const ROLE_TEMPLATES: readonly RoleTemplate[] = [
  {
    key: 'data-protection-officer',
    name: 'Data protection officer',
    description:
      'Sees, exports, holds, quarantines and erases records, shortens the retention, reads settings and audit trail, settles findings, previews, publishes and takes back releases, verifies processors, assesses exemptions from consent, and publishes legal pages.',
    actions: [
      ...LOOK,
      'releases.publish',
      'releases.preview',
      'records.read',
      'records.export',
      'records.erase',
      'records.hold',
      'records.quarantine',
      'retention.update',
      'scans.settle',
      'categories.assess',
      'audit.read',
      'audit.export',
    ],
    content: {
      ...READ_ALL,
      [UIDS.processor]: ['create', 'read', 'update', 'publish'],
      [UIDS.legalPage]: EDIT,
    },
  },
  {
    key: 'marketing',
    name: 'Marketing (consent)',
    description:
      'Sees what visitors decide, releases, the settings and the findings, and reads the catalogue and the legal pages; changes nothing, and sees no record.',
    actions: LOOK,
    content: READ_ALL,
  },
  {
    key: 'developer',
    name: 'Developer (consent)',
    description:
      'Changes categories, trackers and settings, previews what waits, and settles findings of the scanner; asks nobody again but by such a change, assesses no category, shortens no retention, and sees no record.',
    actions: [...LOOK, 'settings.update', 'releases.preview', 'scans.settle'],
    content: { ...READ_ALL, [UIDS.category]: EDIT, [UIDS.tracker]: EDIT },
  },
];
