import { exportRoutes } from '../exports/admin-routes';
import { adminRoute } from '../http/admin-route';

/** Nothing writes the trail from outside. */
export const auditAdminRoutes = [
  adminRoute('GET /audit', 'audit.list', 'audit.read'),
  ...exportRoutes('/audit/exports', 'trailExports', 'audit.export'),
  adminRoute('GET /audit/:id', 'audit.find', 'audit.read'),
];
