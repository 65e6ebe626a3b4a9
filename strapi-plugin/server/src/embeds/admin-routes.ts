import { adminRoute, contentAction } from '../http/admin-route';
import { UIDS } from '../uids';

export const embedsRoutes = [
  // For everybody who may read the entry: whoever pastes an embed has to know what becomes of it.
  adminRoute('GET /embeds/entries/:uid/:documentId', 'embeds.entry'),
  adminRoute('GET /embeds/undeclared', 'embeds.undeclared', 'overview.read'),
  adminRoute('POST /embeds/trackers', 'embeds.declare', contentAction('create', UIDS.tracker)),
];
