import { allowedTo } from '../http/admin-route';
import { pluginAction } from '../uids';

const READ = allowedTo(pluginAction('releases.read'));

/** Routes of the admin, under `/consent`. */
export const releaseRoutes = [
  { method: 'GET', path: '/releases', handler: 'releases.list', config: READ },
  { method: 'GET', path: '/releases/:number', handler: 'releases.find', config: READ },
  {
    method: 'GET',
    path: '/releases/:number/file',
    handler: 'releases.file',
    config: allowedTo(pluginAction('releases.read'), pluginAction('settings.read')),
  },
  {
    method: 'PUT',
    path: '/releases/:number/note',
    handler: 'releases.note',
    config: allowedTo(pluginAction('releases.read'), pluginAction('releases.publish')),
  },
];
