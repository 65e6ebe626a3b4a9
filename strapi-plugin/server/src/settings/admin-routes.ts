import { allowedTo } from '../http/admin-route';
import { pluginAction } from '../uids';

/** Routes of the admin, under `/consent`. */
export const settingsAdminRoutes = [
  {
    method: 'GET',
    path: '/settings',
    handler: 'settingsAdmin.find',
    config: allowedTo(pluginAction('settings.read')),
  },
  {
    method: 'PUT',
    path: '/settings',
    handler: 'settingsAdmin.update',
    config: allowedTo(pluginAction('settings.update')),
  },
  {
    method: 'GET',
    path: '/settings/versions',
    handler: 'settingsAdmin.versions',
    config: allowedTo(pluginAction('settings.read')),
  },
  {
    method: 'POST',
    path: '/settings/reconsents',
    handler: 'settingsAdmin.askAgain',
    config: allowedTo(pluginAction('settings.reconsent')),
  },
];
