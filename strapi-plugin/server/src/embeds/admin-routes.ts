import { adminRoute, adminRouteForAny, contentAction } from '../http/admin-route';
import { UIDS } from '../uids';

export const embedsRoutes = [
  adminRouteForAny(
    'GET /embeds/entries/:uid/:documentId',
    'embeds.entry',
    'overview.read',
    contentAction('read', UIDS.tracker),
  ),
  adminRoute('GET /embeds/undeclared', 'embeds.undeclared', 'overview.read'),
  adminRoute('POST /embeds/trackers', 'embeds.declare', contentAction('create', UIDS.tracker)),
];
