import { exportRoutes } from '../exports/admin-routes';
import { adminRoute, adminRouteForAny } from '../http/admin-route';

export const recordAdminRoutes = [
  adminRoute('GET /records', 'recordsAdmin.list', 'records.read'),
  adminRoute('GET /records/export', 'recordsAdmin.export', 'records.export'),
  ...exportRoutes('/records/exports', 'recordExports', 'records.export'),
  adminRoute('GET /records/bundle', 'recordsAdmin.bundle', 'records.export'),
  adminRouteForAny(
    'GET /records/retention',
    'retention.find',
    'records.read',
    'overview.read',
    'retention.update',
  ),
  adminRouteForAny(
    'GET /records/retention/shorter',
    'retention.shorter',
    'settings.update',
    'retention.update',
  ),
  adminRoute('POST /records/retention', 'retention.act', 'retention.update'),
  adminRoute('GET /records/holds', 'holds.list', 'records.read'),
  adminRoute('POST /records/holds', 'holds.place', 'records.hold'),
  adminRoute('POST /records/holds/:id/lift', 'holds.lift', 'records.hold'),
  adminRoute('GET /records/quarantines', 'quarantines.list', 'records.read'),
  adminRoute('GET /records/quarantines/senders', 'quarantines.senders', 'records.quarantine'),
  adminRoute('POST /records/quarantines', 'quarantines.place', 'records.quarantine'),
  adminRoute('POST /records/quarantines/:id/lift', 'quarantines.lift', 'records.quarantine'),
  adminRoute('GET /records/:id', 'recordsAdmin.evidence', 'records.read'),
  adminRoute('GET /records/:id/legal-texts/:hash', 'recordsAdmin.legalText', 'records.read'),
  adminRoute('POST /records/erasures', 'recordsAdmin.erase', 'records.erase'),
];
