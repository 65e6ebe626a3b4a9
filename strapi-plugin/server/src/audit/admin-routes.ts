import { allowedTo } from '../http/admin-route';
import { pluginAction } from '../uids';

/** Routes of the admin, under `/consent`. Nothing writes the trail from outside. */
export const auditAdminRoutes = [
  { method: 'GET', path: '/audit', handler: 'audit.list', config: allowedTo(pluginAction('audit.read')) },
  {
    method: 'GET',
    path: '/audit/export',
    handler: 'audit.export',
    config: allowedTo(pluginAction('audit.export')),
  },
  { method: 'GET', path: '/audit/:id', handler: 'audit.find', config: allowedTo(pluginAction('audit.read')) },
];
