import { allowedTo } from '../http/admin-route';
import { pluginAction } from '../uids';

const READ = allowedTo(pluginAction('releases.read'));
const PUBLISH = allowedTo(pluginAction('releases.read'), pluginAction('releases.publish'));

/** Routes of the admin, under `/consent`. */
export const releaseRoutes = [
  { method: 'GET', path: '/releases', handler: 'releases.list', config: READ },
  { method: 'POST', path: '/releases', handler: 'releases.publish', config: PUBLISH },
  { method: 'GET', path: '/releases/waiting', handler: 'releases.waiting', config: READ },
  { method: 'POST', path: '/releases/plans/:id/approve', handler: 'releases.approve', config: PUBLISH },
  { method: 'POST', path: '/releases/plans/:id/withdraw', handler: 'releases.withdraw', config: PUBLISH },
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
    config: PUBLISH,
  },
  {
    method: 'POST',
    path: '/releases/:number/take-back/preview',
    handler: 'releases.previewTakingBack',
    config: PUBLISH,
  },
  { method: 'POST', path: '/releases/:number/take-back', handler: 'releases.takeBack', config: PUBLISH },
];
