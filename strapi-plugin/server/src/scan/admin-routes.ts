import { adminRoute } from '../http/admin-route';

export const scanAdminRoutes = [
  adminRoute('GET /scans/findings', 'scanFindings.list', 'scans.read'),
  adminRoute('GET /scans/findings/:id', 'scanFindings.find', 'scans.read'),
  adminRoute('POST /scans/findings/:id/declare', 'scanFindings.declare', 'scans.settle'),
  adminRoute('POST /scans/findings/:id/move', 'scanFindings.move', 'scans.settle'),
  adminRoute('POST /scans/findings/:id/ignore', 'scanFindings.ignore', 'scans.settle'),
  adminRoute('POST /scans/findings/:id/fix', 'scanFindings.fix', 'scans.settle'),
  adminRoute('POST /scans/findings/:id/reopen', 'scanFindings.reopen', 'scans.settle'),
  adminRoute('GET /scans/runs', 'scanRuns.list', 'scans.read'),
  adminRoute('POST /scans/runs', 'scanRuns.begin', 'scans.settle'),
  adminRoute('GET /scans/runs/:id', 'scanRuns.find', 'scans.read'),
];
