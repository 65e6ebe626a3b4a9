import { adminRoute } from '../http/admin-route';

/** Nothing writes the trail from outside. */
export const auditAdminRoutes = [
  adminRoute('GET /audit', 'audit.list', 'audit.read'),
  adminRoute('GET /audit/export', 'audit.export', 'audit.export'),
  adminRoute('GET /audit/:id', 'audit.find', 'audit.read'),
];
