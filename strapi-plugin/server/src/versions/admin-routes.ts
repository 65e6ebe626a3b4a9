import { allowedToAny, contentAction } from '../http/admin-route';
import { pluginAction, UIDS } from '../uids';

export const publishedStateRoutes = [
  {
    method: 'GET',
    path: '/published-state',
    handler: 'publishedState.find',
    config: allowedToAny(
      contentAction('read', UIDS.tracker),
      contentAction('read', UIDS.category),
      contentAction('read', UIDS.legalPage),
      pluginAction('overview.read'),
      pluginAction('records.read'),
      pluginAction('statistics.read'),
    ),
  },
];
