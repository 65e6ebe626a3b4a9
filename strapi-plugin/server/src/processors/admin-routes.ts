import { adminRoute, contentAction } from '../http/admin-route';
import { UIDS } from '../uids';

const CREATE = contentAction('create', UIDS.processor);
const READ = contentAction('read', UIDS.processor);
const UPDATE = contentAction('update', UIDS.processor);

const VERIFICATION = '/processors/:documentId/verification';

export const registerRoutes = [
  adminRoute('GET /catalogue/processors', 'register.find', CREATE),
  adminRoute('POST /catalogue/processors', 'register.add', CREATE),
  adminRoute('GET /processors/public-list', 'register.publicList', READ),
  adminRoute(`GET ${VERIFICATION}`, 'register.verification', READ),
  adminRoute(`POST ${VERIFICATION}`, 'register.verify', UPDATE),
  adminRoute(`DELETE ${VERIFICATION}`, 'register.withdraw', UPDATE),
];
