import { adminRoute, contentAction } from '../http/admin-route';
import { UIDS } from '../uids';

/**
 * For those who may read legal pages in the content manager: it shows nothing that visitors would not read once the page
 * is published.
 */
export const legalAdminRoutes = [
  adminRoute('GET /legal-preview', 'legalAdmin.preview', contentAction('read', UIDS.legalPage)),
];
