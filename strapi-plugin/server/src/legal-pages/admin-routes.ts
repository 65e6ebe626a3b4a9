import { allowedTo, contentAction } from '../http/admin-route';
import { UIDS } from '../uids';

/**
 * A route of the admin, under `/consent`, for those who may read legal pages in the content manager: it shows nothing
 * that visitors would not read once the page is published.
 */
export const legalAdminRoutes = [
  {
    method: 'GET',
    path: '/legal-preview',
    handler: 'legalAdmin.preview',
    config: allowedTo(contentAction('read', UIDS.legalPage)),
  },
];
