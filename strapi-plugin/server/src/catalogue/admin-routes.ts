import { adminRoute, contentAction } from '../http/admin-route';
import { UIDS } from '../uids';

const CREATE = contentAction('create', UIDS.tracker);

export const catalogueRoutes = [
  adminRoute('GET /catalogue/trackers', 'catalogue.find', CREATE),
  adminRoute('POST /catalogue/trackers', 'catalogue.add', CREATE),
];
