import { allowedTo, allowedToAny, contentAction } from '../http/admin-route';
import { pluginAction, UIDS } from '../uids';

/** Routes of the admin, under `/consent`. */
export const embedsRoutes = [
  {
    method: 'GET',
    path: '/embeds/entries/:uid/:documentId',
    handler: 'embeds.entry',
    config: allowedToAny(pluginAction('overview.read'), contentAction('read', UIDS.tracker)),
  },
  {
    method: 'GET',
    path: '/embeds/undeclared',
    handler: 'embeds.undeclared',
    config: allowedTo(pluginAction('overview.read')),
  },
  {
    method: 'POST',
    path: '/embeds/trackers',
    handler: 'embeds.declare',
    config: allowedTo(contentAction('create', UIDS.tracker)),
  },
];
