import { allowedTo } from '../http/admin-route';

/** Routes of the admin, under `/consent`. */
export const settingsAdminRoutes = [
  {
    method: 'GET',
    path: '/settings',
    handler: 'settingsAdmin.find',
    config: allowedTo('plugin::consent.settings.read'),
  },
  {
    method: 'PUT',
    path: '/settings',
    handler: 'settingsAdmin.update',
    config: allowedTo('plugin::consent.settings.update'),
  },
  {
    method: 'GET',
    path: '/settings/versions',
    handler: 'settingsAdmin.versions',
    config: allowedTo('plugin::consent.settings.read'),
  },
  {
    method: 'POST',
    path: '/settings/reconsents',
    handler: 'settingsAdmin.askAgain',
    config: allowedTo('plugin::consent.settings.update'),
  },
];
