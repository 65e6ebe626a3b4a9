import { allowedTo, contentAction } from '../http/admin-route';
import { UIDS } from '../uids';

const CREATE = contentAction('create', UIDS.tracker);

/** Routes of the admin, under `/consent`. */
export const catalogueRoutes = [
  {
    method: 'GET',
    path: '/catalogue/trackers',
    handler: 'catalogue.find',
    config: allowedTo(CREATE),
  },
  {
    method: 'POST',
    path: '/catalogue/trackers',
    handler: 'catalogue.add',
    config: allowedTo(CREATE),
  },
];
