import { allowedTo } from '../http/admin-route';
import { pluginAction } from '../uids';

const config = allowedTo(pluginAction('statistics.read'));

/** Routes of the admin, under `/consent`. */
export const statisticsAdminRoutes = [
  { method: 'GET', path: '/statistics', handler: 'statistics.find', config },
  { method: 'GET', path: '/statistics/values', handler: 'statistics.values', config },
  { method: 'GET', path: '/statistics/export', handler: 'statistics.export', config },
  { method: 'GET', path: '/statistics/by/:dimension', handler: 'statistics.by', config },
];
