import { adminRouteForAny, contentAction } from '../http/admin-route';
import { UIDS } from '../uids';

export const publishedStateRoutes = [
  adminRouteForAny(
    'GET /published-state',
    'publishedState.find',
    contentAction('read', UIDS.tracker),
    contentAction('read', UIDS.category),
    contentAction('read', UIDS.legalPage),
    'overview.read',
    'records.read',
    'statistics.read',
  ),
];
